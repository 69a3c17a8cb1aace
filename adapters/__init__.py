"""Wrapped implementations. They know the vocabulary and the contract; `reference` alone knows the model."""
