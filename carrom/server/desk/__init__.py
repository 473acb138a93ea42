"""Tournaments on the server: their logs, the roles of their staff, and the desk's pages."""
