"""Variations: a scenario with something else about it, such as a unit of work around it.

Implementations go wrong for one value alone, one way to send, or the second of a kind, where a scenario has
another value, another way, and one of a kind. Nobody knows what the scenario expects then; it is judged like
every trace.

Left out are other names and places (`another`).
"""
