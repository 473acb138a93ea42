"""Score cards (chapter XIX) for terminal, screen and paper."""
