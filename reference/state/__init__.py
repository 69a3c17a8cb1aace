"""What the model knows: messages, queues, clients and channels, and how sure it is of each."""
