"""Comparisons: what is seen of a message against what the documents say of it."""
