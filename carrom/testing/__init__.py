"""Conformance kits that other people's players, rulebooks and stores can run too."""
