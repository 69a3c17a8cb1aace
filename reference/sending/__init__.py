"""Sends, puts and publishes of both APIs: what is refused, what is accepted, and where it goes."""
