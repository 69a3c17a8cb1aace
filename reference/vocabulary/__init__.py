"""The one vocabulary of the kit: profiles, commands, outcomes, traces and the MQ numbers.

Everything here is a frozen value that encodes to JSON and back (`traces.encode_lines`), and a JSON
Schema of it is published (`traces.json_schema`). Units: milliseconds everywhere, except the field
`expiry` of a message descriptor, which is in tenths of a second as in MQMD.
"""
