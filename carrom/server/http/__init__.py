"""HTTP for all rooms of the server: connection limits, guards, typed endpoints and error messages."""
