"""HTTP by hand, for requests that no HTTP library would send."""

import dataclasses
import select
import socket
import time


@dataclasses.dataclass
class Answer:
    """One response as it came."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """A raw connection. Reads whenever there is something, also while it is still sending."""

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.setblocking(False)
        self.received = b""
        self.is_closed = False

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes, within: float = 10) -> None:
        """Sends until all is gone, an answer has come or the peer has closed."""
        deadline = time.monotonic() + within
        rest = memoryview(data)
        while rest and not self.received and not self.is_closed:
            readable, writable, _ = select.select([self.socket], [self.socket], [], deadline - time.monotonic())
            assert readable or writable, f"{len(rest)} bytes could not be sent within {within} s"
            if readable:
                self._read()
            elif writable:
                try:
                    rest = rest[self.socket.send(rest[:65536]) :]
                except ConnectionError:
                    # The peer no longer reads; its answer may still be on the way.
                    self._drain(deadline)

    def answer(self, within: float = 10) -> Answer:
        """The next response."""
        deadline = time.monotonic() + within
        while (parsed := self._parse()) is None:
            assert not self.is_closed, f"closed without a whole answer, after {self.received!r}"
            assert self.wait(deadline - time.monotonic()), f"no answer within {within} s, only {self.received!r}"
        return parsed

    def expect_closed(self, within: float = 10) -> None:
        """Fails unless the peer closes the connection, with nothing more in it."""
        deadline = time.monotonic() + within
        while not self.is_closed:
            assert self.wait(deadline - time.monotonic()), f"still open after {within} s"
        assert not self.received, f"more than the answers that were read: {self.received!r}"

    def wait(self, seconds: float) -> bool:
        """Waits until there is something to read, reads it, and says whether there was."""
        readable, _, _ = select.select([self.socket], [], [], max(0, seconds))
        if readable:
            self._read()
        return bool(readable)

    def _drain(self, deadline: float) -> None:
        while not self.is_closed and self.wait(deadline - time.monotonic()):
            pass

    def _read(self) -> None:
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        self.received += data
        self.is_closed = self.is_closed or not data

    def _parse(self) -> Answer | None:
        head, separator, rest = self.received.partition(b"\r\n\r\n")
        if not separator:
            return None
        status_line, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
        length = int(headers.get("content-length", 0))
        if len(rest) < length:
            return None
        self.received = rest[length:]
        return Answer(int(status_line.split(" ")[1]), headers, rest[:length])


def post(path: str, key: str, body: bytes, *lines: str) -> bytes:
    """A well-formed POST, with more header lines if wanted."""
    head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {key}", *lines]
    if not any(line.lower().startswith(("content-length", "transfer-encoding")) for line in lines):
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*head, "Content-Type: application/json", "", ""]).encode() + body
