"""The pure reference model: vocabulary, state, and one module per chapter of the documents.

Standard library, msgspec and immutables only; no I/O, no clock, no randomness.
"""
