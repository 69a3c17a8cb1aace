"""The index of rules: everything that is known of each, gathered from where it stands."""
