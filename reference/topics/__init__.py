"""Topics beyond one queue manager."""
