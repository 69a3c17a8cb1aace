"""The generator: random traces to be, each a pure function of one 64-bit seed."""
