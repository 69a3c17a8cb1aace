"""Queue managers: queues, the delay processor, topics, clusters and the IMS bridge."""
