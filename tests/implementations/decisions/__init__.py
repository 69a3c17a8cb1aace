"""Every rule as one small method: what is decided, not how."""
