"""Features compiled into scripts, and scripts run on an implementation."""
