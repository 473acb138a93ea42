"""Where the server keeps its logs: in one file, or in a database."""
