"""The ledger of rules that the documents were read into, and what is known beside it."""
