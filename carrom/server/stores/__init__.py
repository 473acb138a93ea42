"""Where the server keeps its matches."""
