"""What a scenario expects: checks of calls, queues and messages."""
