"""schemathesis makes requests from the served OpenAPI document and holds every answer to it."""

import subprocess
import sys
import pathlib

from kit.control import Control, expect
from kit.serve import Serve

CONFIGURATION = pathlib.Path(__file__).with_name("schemathesis.toml")


def run_schemathesis(serve: Serve, *arguments: str) -> None:
    """Runs every check on a server that may be left in any state; the same requests each time."""
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIGURATION), "run",
        f"{serve.url}/api/v1/openapi.json", "--header", f"Authorization: Bearer {serve.token}", "--checks", "all",
        "--seed", "2027", "--generation-database", "none", "--no-color", *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]
    assert serve.is_running(), serve.log()


def test_every_answer_is_as_the_document_says(fresh: Serve) -> None:
    fresh.start()
    run_schemathesis(fresh, "--phases", "examples,coverage,fuzzing", "--max-examples", "15")
    log = Control(fresh.url, fresh.token).request("POST", "/api/v1/projects/demo/audit/verify", {})
    assert log.status in (200, 404), "the audit log is whole after all that, or its project was renamed"
    if log.status == 200:
        assert expect(log, 200)["whole"] is True
