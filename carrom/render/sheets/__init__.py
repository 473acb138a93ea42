"""The sheets of a tournament, as text, SVG and PDF."""
