"""Tournaments on the server: logs, staff roles and the desk's pages."""
