"""The SDK runs on iOS 15, although Linux's compiler would let it use anything."""

import json
import pathlib
import re

import pytest

from checks import availability, compiler

IOS_15 = (15, 0)
FIXTURES = pathlib.Path(__file__).parent / "Fixtures"


def fixture_findings(name: str) -> list[availability.Finding]:
    return availability.findings("Fixture", [FIXTURES / name], IOS_15, [])


def test_everything_too_new_is_found() -> None:
    lines = (FIXTURES / "Late.swift").read_text().splitlines()
    marks = [(number, re.search(r"// late: (.*)$", line)) for number, line in enumerate(lines, 1)]
    marked = {(number, mark[1]) for number, mark in marks if mark}
    found = {(finding.line, finding.what.rsplit(" (", 1)[0]) for finding in fixture_findings("Late.swift")}
    assert not marked - found, "not found"
    assert {line for line, _ in found} == {line for line, _ in marked}, found - marked


def test_what_is_asked_for_may_be_used() -> None:
    assert fixture_findings("Guarded.swift") == []


@pytest.mark.parametrize("module", compiler.SDK_MODULES)
def test_the_sdk_uses_nothing_newer_than_ios_15(module: str) -> None:
    interfaces = compiler.modules()
    files = compiler.sources(module)
    # An unchanged module is not looked at again: its syntax tree is large.
    checker = [pathlib.Path(availability.__file__), pathlib.Path(availability.__file__).with_name("symbols.py")]
    name = compiler.fingerprint([*files, *checker], interfaces.name)
    kept = compiler.keep_only(compiler.WORK / f"availability-{module}" / name)
    result = kept / "findings.json"
    if not result.exists():
        found = availability.findings(module, files, IOS_15, [interfaces])
        kept.mkdir(parents=True, exist_ok=True)
        result.write_text(json.dumps([str(finding) for finding in found]))
    assert json.loads(result.read_text()) == []
