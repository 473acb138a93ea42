"""HTTP routes and the match socket."""
