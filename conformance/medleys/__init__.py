"""Medleys: scenarios of the features that meet in one world."""
