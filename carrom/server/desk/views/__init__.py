"""The desk's pages as JSON values, computed from a tournament on the server."""
