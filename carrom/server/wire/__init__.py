"""Types of all messages over HTTP and sockets."""
