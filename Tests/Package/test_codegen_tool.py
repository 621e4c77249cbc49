"""The program that the plugins run: what it says, what it ends with and what it writes."""

import json
import os
import pathlib
import subprocess

import pytest

from checks import compiler

TOOL = pathlib.Path(os.environ.get("SERIN_CODEGEN", compiler.PROJECT / ".build" / "debug" / "serin-codegen"))
DOCUMENT = {"schema": 1, "flags": {"new_checkout": {"kind": "ops", "owner": "payments-team", "expires": "2027-03-01"}}}


def run(folder: pathlib.Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TOOL, *words], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "flags.json").write_text(json.dumps(DOCUMENT))
    return tmp_path


def test_it_prints_the_source(folder: pathlib.Path) -> None:
    result = run(folder, "flags.json")
    assert (result.returncode, result.stderr) == (0, "")
    assert "nonisolated static let newCheckout = FlagKey.ops(" in result.stdout


def test_a_file_that_is_right_already_is_not_touched(folder: pathlib.Path) -> None:
    words = ("flags.json", "--output", "Flags.swift", "--as-of", "2027-02-28")
    assert run(folder, *words).returncode == 0
    before = (folder / "Flags.swift").stat()
    assert run(folder, *words).returncode == 0
    assert (folder / "Flags.swift").stat().st_ino == before.st_ino
    assert run(folder, *words[:-1], "2027-03-01").returncode == 0
    assert "deprecated" in (folder / "Flags.swift").read_text()
    assert {file.name for file in folder.iterdir()} == {"flags.json", "Flags.swift"}


def test_options_go_before_the_configuration(folder: pathlib.Path) -> None:
    (folder / "c.json").write_text('{"access": "public"}')
    assert "nonisolated public static" in run(folder, "flags.json", "--configuration", "c.json").stdout
    text = run(folder, "flags.json", "--configuration", "c.json", "--access", "package").stdout
    assert "nonisolated package static" in text and "public" not in text


def test_warnings_have_the_form_of_compilers(folder: pathlib.Path) -> None:
    (folder / "flags.json").write_text('{"schema": 1, "flags": {"a": {"kind": "release", "owner": "o\\u001b"}}}')
    result = run(folder, "flags.json")
    assert result.returncode == 0
    assert result.stderr == "flags.json: warning: flag a, o\\u{1b}: a release flag should have `expires`\n"


@pytest.mark.parametrize(
    ("words", "text", "code", "message"),
    [
        (["nowhere.json"], None, 5, "nowhere.json: error: cannot read nowhere.json: No such file or directory"),
        (["flags.json", "--output", "no/Flags.swift"], None, 73, "no/Flags.swift: error: cannot write no/Flags.swift"),
        (["flags.json", "--configuration", "no.json"], None, 5, "no.json: error: cannot read"),
        (["flags.json"], '{"schema": 1,\n "flags": x}', 65, "flags.json:2:11: error: flags: expected a value"),
        (["flags.json"], '{"schema": 1, "flags": {"a": {"kind": "x"}}}', 65, "flags.json: error: flags.a.kind: `x`"),
        (["flags.json"], '{"schema": 1, "flags": {"a": {}, "a": {}}}', 65, "flags.json:1:"),
        (["flags.json", "--configuration", "flags.json"], None, 65, "flags.json: error: flags: is unknown; allowed are"),
        ([], None, 64, "serin-codegen: FILE is missing"),
        (["flags.json", "--acces", "public"], None, 64, 'serin-codegen: unknown option "--acces"'),
    ],
)
def test_what_is_wrong_is_said_with_its_code(
    folder: pathlib.Path, words: list[str], text: str | None, code: int, message: str
) -> None:
    if text is not None:
        (folder / "flags.json").write_text(text)
    result = run(folder, *words)
    assert (result.returncode, result.stdout) == (code, "")
    assert result.stderr.startswith(message)


def test_help_is_no_error(folder: pathlib.Path) -> None:
    result = run(folder, "--help")
    assert result.returncode == 0 and result.stdout.startswith("Usage: serin-codegen FILE")


def test_no_library_of_the_server_or_foundation_is_linked() -> None:
    libraries = subprocess.run(["readelf", "--dynamic", TOOL], capture_output=True, text=True, check=True).stdout
    needed = [line.split("[")[1].rstrip("]") for line in libraries.splitlines() if "(NEEDED)" in line]
    assert any(library.startswith("libswiftCore.") for library in needed)
    assert not [library for library in needed if "Foundation" in library or "uv" in library or "sqlite" in library]
