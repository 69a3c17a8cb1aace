"""A second implementation of the documents, for the kit's own proof.

A small queue manager in memory on a virtual clock, written from the ledger alone and without the
kit's reference model, so that the two can disagree. Three names are its face: `right.ADAPTERS` and
`right.random_adapter` are variants that differ in what the documents leave open and must never be
accused, `wrong.WRONG` those with one misreading each that must be caught, `odd.ODD` adapters that fail
as adapters.

Behind them: `behaviour` (what is left open), `state` (messages, queues, units of work), `decisions` (every
rule as one small method, so that a misreading is one override), `simulation` (the queue managers, channels
and clients that act as decided; its `world` takes the commands), `wrong` (the misreadings, by the chapters
of the features), `witnesses` (the trace that shows each, in the module of the same name); `bench` for tests.
"""
