"""Flags in the build: the file is pulled, code is checked against it, and its places are sent."""

import json
import os
import pathlib
import subprocess

import pytest

from kit.control import Control, expect
from kit.documents import release
from kit.paths import serin_binary
from kit.serve import Serve


def serin(serve: Serve, folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the command line in a folder, as a person in a checkout does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return subprocess.run(
        [str(serin_binary()), *arguments], cwd=folder, env={**environment, **serve.environment},
        capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def app(tmp_path: pathlib.Path) -> pathlib.Path:
    """A checkout of an app."""
    (tmp_path / "Sources" / "App").mkdir(parents=True)
    return tmp_path


def uses(app: pathlib.Path, *keys: str) -> None:
    lines = [f'let a{n} = flags.isEnabled("{key}", default: false)' for n, key in enumerate(keys)]
    (app / "Sources" / "App" / "A.swift").write_text("import Serin\n" + "\n".join(lines) + "\n")


def test_a_pulled_file_is_what_the_code_is_checked_against(
    server: Serve, control: Control, key: str, app: pathlib.Path
) -> None:
    live, gone = f"{key}_live", f"{key}_gone"
    expect(control.create(live, release()), 201)
    expect(control.create(gone, release()), 201)
    pulled = serin(server, app, "pull")
    assert (pulled.returncode, pulled.stdout) == (0, ""), pulled.stderr
    first = (app / "flags.json").read_bytes()
    assert json.loads(first)["environment"] == "production"
    assert serin(server, app, "pull", "--check").returncode == 0
    uses(app, live, gone)
    quiet = ("--severity", "unused-flag=off")
    assert serin(server, app, "check", "Sources", *quiet).returncode == 0

    # The kill and its end move the revision, and nothing that is in the file.
    expect(control.kill(live), 200)
    expect(control.unkill(live), 200)
    assert serin(server, app, "pull", "--check").returncode == 0
    expect(control.archive(gone), 200)
    assert serin(server, app, "pull", "--check").returncode == 6
    assert (app / "flags.json").read_bytes() == first
    online = serin(server, app, "check", "Sources", "--online", *quiet, "--json")
    assert online.returncode == 6, online.stderr
    findings = json.loads(online.stdout)["findings"]
    assert [(f["kind"], f["flag"], f["line"]) for f in findings] == [("archived-in-use", gone, 3)]

    assert serin(server, app, "pull").returncode == 0
    document = json.loads((app / "flags.json").read_bytes())
    assert document["flags"][gone]["archived"] is True
    assert "archived" not in document["flags"][live]
    assert gone not in control.ruleset()["flags"]
    offline = serin(server, app, "check", "Sources", *quiet, "--json")
    assert json.loads(offline.stdout)["findings"] == findings
    generated = serin(server, app, "generate", "flags.json", "--archived", "error")
    assert generated.returncode == 0, generated.stderr
    assert f"flag {gone} is archived" in generated.stdout


def test_places_are_sent_replaced_and_found_by_their_flag(
    server: Serve, control: Control, key: str, app: pathlib.Path
) -> None:
    expect(control.create(key, release()), 201)
    uses(app, key, key)
    push = ("references", "push", "Sources", "--repository", f"acme/{key}", "--branch", "main")
    link = ("--link", "https://git.example.com/{commit}/{file}#L{line}")
    sent = serin(server, app, *push, "--commit", "c1", *link, "--json")
    assert sent.returncode == 0, sent.stderr
    assert json.loads(sent.stdout)["references"] == 2
    listed = json.loads(serin(server, app, "references", "list", key, "--json").stdout)
    places = listed["scans"][0]["references"]
    assert [(p["file"], p["line"], p["kind"]) for p in places] == [
        ("Sources/App/A.swift", 2, "literal"), ("Sources/App/A.swift", 3, "literal"),
    ]
    assert places[0]["url"] == "https://git.example.com/c1/Sources/App/A.swift#L2"

    uses(app, f"{key}_other")
    assert serin(server, app, *push, "--commit", "c2", "--reason", key).returncode == 0
    assert json.loads(serin(server, app, "references", "list", key, "--json").stdout)["total"] == 0
    row = control.audit()[-1]
    assert (row["action"], row["object"], row["reason"]) == ("code.replace", f"code:acme/{key}@main", key)
    assert (row["before"]["codeScan"]["commit"], row["after"]["codeScan"]["commit"]) == ("c1", "c2")
    remove = ("references", "remove", "--repository", f"acme/{key}", "--branch", "main")
    assert serin(server, app, *remove).returncode == 0
    assert serin(server, app, *remove).returncode == 5


def test_places_outlive_a_restart(fresh: Serve, app: pathlib.Path) -> None:
    fresh.start()
    uses(app, "new_checkout")
    push = ("references", "push", "Sources", "--repository", "r", "--branch", "b", "--commit", "c")
    assert serin(fresh, app, *push).returncode == 0
    fresh.kill()
    fresh.start()
    listed = json.loads(serin(fresh, app, "references", "list", "new_checkout", "--json").stdout)
    assert listed["total"] == 1
