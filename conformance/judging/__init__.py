"""The judge, conservation over a whole trace, and traces told to people."""
