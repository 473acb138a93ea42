"""Conformance kits that other people's players, rulebooks, formats and stores can run too."""
