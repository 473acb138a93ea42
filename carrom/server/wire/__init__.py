"""What goes over the wire, and its committed schema."""
