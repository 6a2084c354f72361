"""What is sent either way, over HTTP and over sockets."""
