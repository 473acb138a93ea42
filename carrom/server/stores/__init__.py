"""The server's logs, in SQLite or PostgreSQL."""
