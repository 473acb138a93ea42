"""Storage of the server's logs, in an SQLite file or a PostgreSQL database."""
