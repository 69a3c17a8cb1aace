"""What queue managers do between commands: deliveries, discards, channels, the IMS bridge."""
