"""A second implementation of the documents, for the kit's own proof.

A small queue manager in memory on a virtual clock, written from the ledger alone and without the
kit's reference model, so that the two can disagree. Three modules are its face: `right.ADAPTERS` and
`right.random_adapter` hold variants that differ in what the documents leave open and must never be
accused, `wrong.WRONG` those with one misreading each that must be caught, `odd.ODD` adapters that fail
as adapters.

Behind them: `behaviour` (what is left open), `decisions` and `client_decisions` (every rule as one
small method, so that a misreading is one override), `objects` (messages, queues, units of work),
`queue_manager`, `getting`, `report_messages`, `delay_processor`, `jms_client`, `mqi_client`,
`fixtures`, `showing` (messages as outcomes), `simulation` (clock and ids), `world` (commands); the
misreadings in `wrong_delay`, `wrong_expiry`, `wrong_failure` and `wrong_client`, the traces that show
them in `witnesses`; `bench` for tests.
"""
