"""The tables of episodes: one row each, by what they are about."""
