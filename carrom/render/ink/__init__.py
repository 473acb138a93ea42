"""What every picture is made with: SVG text, colours, letters, the typesetter, pixels."""
