"""Stateful properties: Hypothesis draws the commands, the judge looks at every step."""
