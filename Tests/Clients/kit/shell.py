"""Commands as a person types them."""

import os
import shlex
import subprocess

from kit.paths import PROJECT, serin_binary
from kit.serve import Serve


def serin(serve: Serve, *arguments: str, token: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line against a server, with the admin token unless another one is given."""
    environment = {**os.environ, **serve.environment, "SERIN_TOKEN": token or serve.token}
    command = [str(serin_binary()), *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL
    )


def shell(script: str, exports: str) -> str:
    """Runs a script in the project's folder after the `export` lines that serve printed; gives what it prints.

    `serin` is the program under test, whatever its file is called.
    """
    serin = f'serin() {{ {shlex.quote(str(serin_binary()))} "$@"; }}'
    environment = dict(os.environ)
    for name in ("SERIN_URL", "SERIN_TOKEN", "SERIN_CLIENT_KEY"):
        environment.pop(name, None)
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{serin}\n{exports}\n{script}"],
        cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
    )
    assert result.returncode == 0, f"{script}\nended with {result.returncode}\n{result.stdout}\n{result.stderr}"
    return result.stdout
