"""The score card of chapter XIX for terminal, screen and paper."""
