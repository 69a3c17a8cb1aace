"""What is decided about: messages, queues, units of work, headers and how late a queue manager is."""
