"""Conformance tests for players, rulebooks, formats and stores.

`player_faults`, `rulebook_faults`, `format_faults` and `store_faults` return a sentence per fault. `crash_faults`
kills a store's processes; `Postgres` is a private database for that.
"""
