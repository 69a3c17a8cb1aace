"""What the documents leave open, as switches: any combination is a right implementation."""
