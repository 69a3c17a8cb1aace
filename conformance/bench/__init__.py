"""The benchmark of the kit itself."""
