"""The pure reference model: vocabulary, state, the chapters of the documents, and what follows from them.

Standard library, msgspec and immutables only; no I/O, no clock, no randomness.
"""
