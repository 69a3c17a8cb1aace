"""What several misreadings are made of."""
