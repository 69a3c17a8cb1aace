"""Cases made of scenarios of the features: one of them varied, or several that meet in one world."""
