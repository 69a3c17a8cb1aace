"""Episodes by their subjects: each is a generator of commands about one of them, and aims at some rules."""
