"""Reports that a queue manager makes: to which queue they go, and which of them may or must be there."""
