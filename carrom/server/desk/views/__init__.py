"""What the pages of the desk show: read off a tournament, never worked out in the browser."""
