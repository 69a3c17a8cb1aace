"""Commands executed on an implementation: its worlds and profiles, the watch for hangs, its own process."""
