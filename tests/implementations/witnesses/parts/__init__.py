"""What several traces begin with, do or end with."""
