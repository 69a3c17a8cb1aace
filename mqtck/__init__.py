"""Conformance test kit for IBM MQ's documented handling of delayed, expiring and undeliverable messages.

The subpackages are the folders of the repository: `reference` (vocabulary and model), `features`
(Gherkin), `conformance` (judge, scenarios, properties, campaign, adapter contract), `adapters`
(wrapped implementations) and `reports`. This module knows none of them.
"""

__version__ = "0.1.0"
