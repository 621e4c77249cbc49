"""A `serin serve` process of its own, on a free port of the loopback interface."""

import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess

from kit.paths import serin_binary
from kit.waiting import eventually

# The line that a shell can run, as serve prints it for the keys it creates.
EXPORT = re.compile(r"^\s*export (SERIN_[A-Z_]+)=['\"]?([^'\"\s]+)['\"]?\s*$", re.MULTILINE)


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Serve:
    """One data folder and the process that serves it; the process may be started and stopped many times."""

    def __init__(self, data: pathlib.Path, seed: pathlib.Path | None = None, options: tuple[str, ...] = ()):
        self.data = data
        self.seed = seed
        self.options = options
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None
        # What the first start printed: SERIN_TOKEN and SERIN_CLIENT_KEY. A later start prints none.
        self.exports: dict[str, str] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.exports["SERIN_TOKEN"]

    @property
    def client_key(self) -> str:
        return self.exports["SERIN_CLIENT_KEY"]

    @property
    def environment(self) -> dict[str, str]:
        """What a shell has after running the printed lines."""
        return {"SERIN_URL": self.url, **self.exports}

    def command(self) -> list[str]:
        seed = ["--seed", str(self.seed)] if self.seed else []
        listen = f"127.0.0.1:{self.port}"
        return [str(serin_binary()), "serve", "--data", str(self.data), "--listen", listen, *seed, *self.options]

    def start(self) -> "Serve":
        """Starts the process and returns once it is ready, with its keys read if it printed any."""
        self.port = free_port()
        self._out = self.data.parent / f"{self.data.name}.out"
        self._err = self.data.parent / f"{self.data.name}.err"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        eventually(self._is_ready, 20, f"{self.url}/readyz says 200")
        if not self.exports:
            eventually(self._has_exports, 5, "SERIN_TOKEN and SERIN_CLIENT_KEY are printed")
        return self

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ends the process with a signal and checks that it ended well."""
        self.process.send_signal(by)
        self.expect_exit(0)

    def expect_exit(self, code: int, within: float = 30) -> None:
        found = self.process.wait(timeout=within)
        assert found == code, f"serve ended with {found} instead of {code}\n{self.log()}"

    def kill(self) -> None:
        """Ends the process as a crash would: it learns nothing of it."""
        self.process.kill()
        self.process.wait()

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def log(self) -> str:
        """What the process of the last start has written so far."""
        return "".join(path.read_text(errors="replace") for path in (self._out, self._err))

    def get(self, path: str) -> tuple[int, bytes]:
        """Status and body of a GET without credentials."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def ready_status(self) -> int:
        """The status of /readyz, or 0 when nobody answers."""
        try:
            return self.get("/readyz")[0]
        except (OSError, http.client.HTTPException):
            return 0

    def readiness(self) -> dict:
        return json.loads(self.get("/readyz")[1])

    def _is_ready(self) -> bool:
        code = self.process.poll()
        assert code is None, f"serve ended at its start with {code}\n{self.log()}"
        return self.ready_status() == 200

    def _has_exports(self) -> bool:
        self.exports = dict(EXPORT.findall(self.log()))
        return {"SERIN_TOKEN", "SERIN_CLIENT_KEY"} <= self.exports.keys()
