"""Blame and credit: which rules a wrong answer breaks, and which a right one bears out."""
