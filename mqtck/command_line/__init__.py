"""The command line; the only part that knows all the others."""
