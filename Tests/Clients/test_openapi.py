"""schemathesis makes requests from the served OpenAPI document and holds every answer to it."""

import pathlib
import subprocess
import sys

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
    done = subprocess.run(command, cwd=serve.data.parent, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]
    assert serve.is_running(), serve.log()


# These would end the run's own token, or everything that the other requests are about.
EXCLUDED = ("revokeToken", "rotateToken", "removeProject")

# These would rename the place that all requests are about.
RENAMING = ("updateProject", "updateEnvironment")


def without(names: tuple[str, ...]) -> list[str]:
    """The arguments that leave operations out."""
    return [word for name in names for word in ("--exclude-operation-id", name)]


def test_every_answer_is_as_the_document_says(fresh: Serve) -> None:
    fresh.start()
    run_schemathesis(fresh, "--phases", "examples,coverage", "--max-examples", "5", *without(EXCLUDED + RENAMING))
    expect_whole_log(fresh)


def test_renaming_is_answered_as_the_document_says(fresh: Serve) -> None:
    fresh.start()
    included = [word for name in RENAMING for word in ("--include-operation-id", name)]
    run_schemathesis(fresh, "--phases", "examples,coverage,fuzzing", "--max-examples", "5", *included)


def test_ending_things_is_answered_as_the_document_says(fresh: Serve) -> None:
    fresh.start()
    included = [word for name in EXCLUDED for word in ("--include-operation-id", name)]
    run_schemathesis(fresh, "--phases", "examples,coverage", "--max-examples", "5", *included)


def test_random_requests_are_answered_as_the_document_says(fresh: Serve) -> None:
    fresh.start()
    run_schemathesis(fresh, "--phases", "fuzzing", "--max-examples", "5", *without(EXCLUDED + RENAMING))
    expect_whole_log(fresh)


def expect_whole_log(fresh: Serve) -> None:
    """The audit log is as it was written, whatever was asked for."""
    log = Control(fresh.url, fresh.token).request("POST", "/api/v1/audit/verify", {})
    assert expect(log, 200)["whole"] is True
