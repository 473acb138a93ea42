"""Types of everything sent over HTTP and sockets."""
