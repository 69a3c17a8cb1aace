"""Traces recorded from a live system by somebody else's program, judged without an adapter."""
