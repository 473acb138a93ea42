"""HTTP: connection limits, guards, typed endpoints, errors."""
