"""HTTP routes and match socket."""
