"""Where things are."""

import os
import pathlib

PROJECT = pathlib.Path(__file__).resolve().parents[3]

# The seed of the shared test server: a ruleset document in which every kind of OFREP answer is found.
SEED = PROJECT / "Tests" / "Clients" / "flags.json"

CHECKOUT = PROJECT / "Examples" / "Checkout"


def serin_binary() -> pathlib.Path:
    """The program under test: SERIN_BINARY if set, otherwise the release build."""
    path = pathlib.Path(os.environ.get("SERIN_BINARY", PROJECT / ".build" / "release" / "serin"))
    assert path.is_file(), f"{path} is not there; build it with: swift build -c release --product serin"
    return path
