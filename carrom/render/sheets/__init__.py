"""The sheets of a tournament: tables, brackets, lists, as text, SVG and PDF."""
