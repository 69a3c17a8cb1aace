"""The judge, conservation over a whole trace, the observer that asks both, and traces told to people."""
