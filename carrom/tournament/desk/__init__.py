"""The organiser's desk: draw, call, record results, preview changes and print."""
