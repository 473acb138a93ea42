"""Conformance kits that other people's players, rulebooks, formats and stores can run too.

`player_faults`, `rulebook_faults`, `format_faults` and `store_faults` each answer with the sentences that say what is
wrong, none if nothing is.
"""
