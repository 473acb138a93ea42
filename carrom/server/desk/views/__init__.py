"""The desk's pages as JSON values."""
