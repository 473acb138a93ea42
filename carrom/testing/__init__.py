"""Conformance kits that other people's players, rulebooks, formats and stores can run too.

`player_faults`, `rulebook_faults`, `format_faults` and `store_faults` each answer with the sentences that say what is
wrong, none if nothing is. `killing_faults` kills a store's processes to find out, and `Postgres` is a database of one's
own to do it with.
"""
