"""What strokes there are: geometry of paths, goals, cannons, breaks, and the candidates made of them."""
