"""What the tests with real clients share: a server process, the control API, raw sockets and expected answers."""
