"""The servers that are measured, each in a folder of its own and pinned to one processor."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import time
from collections.abc import Iterator

import run

NGINX = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
{user}
events {{ worker_connections 1024; }}
http {{
  access_log off;
  open_file_cache max=16;
  open_file_cache_valid 60s;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type application/json;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/files;
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Process:
    """A server process with the processes it has started."""

    def __init__(self, command: list[str], output: pathlib.Path, port: int, processor: int | None):
        self.port = port
        self.output = output
        with output.open("wb") as file:
            self.main = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                preexec_fn=None if processor is None else lambda: os.sched_setaffinity(0, {processor}),
            )
        self.request("GET", "/", within=20)

    @property
    def name(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> float:
        """User and system time of the process, all its threads, and its child processes."""
        return sum(self._ticks(pid) for pid in self._pids()) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        pages = (int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._pids())
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")

    def request(
        self, method: str, path: str, body: bytes | None = None, key: str | None = None, within: float = 0,
        timeout: float = 5,
    ) -> tuple[int, bytes]:
        """Status and body; asks again until `within` seconds have passed when nobody answers."""
        deadline = time.monotonic() + within
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
            try:
                headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
                connection.request(method, path, body, headers)
                response = connection.getresponse()
                return response.status, response.read()
            except OSError:
                if self.main.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit(f"{self.name} does not answer:\n{self.output.read_text(errors='replace')}")
                time.sleep(0.02)
            finally:
                connection.close()

    def stop(self) -> None:
        self.main.terminate()
        try:
            self.main.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.main.kill()
            self.main.wait()

    def _pids(self) -> list[int]:
        children = pathlib.Path(f"/proc/{self.main.pid}/task/{self.main.pid}/children").read_text().split()
        return [self.main.pid, *map(int, children)]

    @staticmethod
    def _ticks(pid: int) -> int:
        # The name of the program, in parentheses, may hold spaces.
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        return int(fields[11]) + int(fields[12])


@contextlib.contextmanager
def serin(
    folder: pathlib.Path, ruleset: dict, processor: int | None, token: str = "CLIENT_KEY"
) -> Iterator[tuple[Process, str]]:
    """A Serin server that has just read the ruleset, with its client key, or its admin token for `TOKEN`."""
    seed = folder / "seed.json"
    seed.write_text(json.dumps(ruleset))
    port = free_port()
    binary = os.environ.get("SERIN_BINARY", str(run.PROJECT / ".build" / "release" / "serin"))
    command = [binary, "serve", "--data", str(folder / "data"), "--listen", f"127.0.0.1:{port}", "--seed", str(seed)]
    process = Process(command, folder / "serin.log", port, processor)
    try:
        yield process, _printed(process, token)
    finally:
        process.stop()


def _printed(process: Process, name: str) -> str:
    """The key or token that the first start prints."""
    deadline = time.monotonic() + 5
    while (key := re.search(rf"export SERIN_{name}=['\"]?(\w+)", process.output.read_text())) is None:
        if time.monotonic() > deadline:
            raise SystemExit(f"serve printed no {name}:\n{process.output.read_text()}")
        time.sleep(0.01)
    return key[1]


@contextlib.contextmanager
def nginx(folder: pathlib.Path, content: bytes, processor: int | None) -> Iterator[Process]:
    """nginx with one worker and one file, without a log, with its open-file cache."""
    files = folder / "files"
    files.mkdir()
    (files / "answer.json").write_bytes(content)
    port = free_port()
    configuration = folder / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""
    configuration.write_text(NGINX.format(folder=folder, port=port, user=user))
    command = ["/usr/sbin/nginx", "-c", str(configuration), "-p", str(folder), "-e", str(folder / "error.log")]
    process = Process(command, folder / "nginx.log", port, processor)
    try:
        yield process
    finally:
        process.stop()
