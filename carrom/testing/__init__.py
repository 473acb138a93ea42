"""Conformance tests for players, rulebooks, formats and stores, including your own.

`player_faults`, `rulebook_faults`, `format_faults` and `store_faults` return one sentence for each fault.
`crash_faults` kills a store's processes, and `Postgres` is a private database to do it with.
"""
