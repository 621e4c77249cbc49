"""What the SDK offers changes on purpose only: the recorded surface is part of the change.

    SERIN_RECORD_SNAPSHOTS=1 .venv/bin/python -m pytest Tests/Package/test_public_surface.py

records it anew.
"""

import difflib
import os
import re

import pytest

from checks import surface


@pytest.mark.parametrize("module", surface.module_names())
def test_the_public_surface_is_the_recorded_one(module: str) -> None:
    file = surface.FOLDER / f"{module}.txt"
    now = surface.text(module)
    if os.environ.get("SERIN_RECORD_SNAPSHOTS"):
        file.write_text(now)
    before = file.read_text() if file.exists() else ""
    difference = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=0))
    assert not difference, "\n".join(difference[:200])


def test_nothing_public_needs_a_newer_foundation_of_linux() -> None:
    # A type of FoundationNetworking in a signature would be another module's on Linux than on Apple's platforms.
    theirs = re.compile(r"\bURL(Request|Response|Session)\b")
    assert [line for line in surface.lines("Serin") if theirs.search(line)] == []
