"""Wrapped implementations. They know the vocabulary and the adapter contract, never the model."""
