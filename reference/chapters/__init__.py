"""The rules, chapter by chapter: functions and tables that a reader compares with the source texts.

What they are asked about is the state and the vocabulary; what follows from their answers stands in the
packages that know them. The few rules that depend on what lies on queues are in `queues`, and those of
publishes and client discards where they are applied.
"""
