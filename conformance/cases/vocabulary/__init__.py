"""What episodes are made of: calls and looks, names, messages, queues and queue managers."""
