"""Whole projects, schedules and change requests from the command line, against a real server."""

import json
import pathlib

from kit.control import Control, expect
from kit.documents import release, rollout
from kit.serve import Serve
from kit.shell import serin
from test_command_line_changes import run


def test_a_project_goes_into_a_file_and_from_there_into_another_project(
    fresh: Serve, tmp_path: pathlib.Path
) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("base", rollout(37.5)), 201)
    expect(control.create("user", release(prerequisites=[{"flag": "base", "enabled": True}])), 201)
    file = str(tmp_path / "shop.json")
    assert serin(fresh, "export", "--out", file).stderr == f"serin: wrote {file}\n"
    before = pathlib.Path(file).read_text()
    assert serin(fresh, "plan", file, "--detailed-exit-code").returncode == 0
    document = json.loads(before)
    document["project"] = {"key": "copy", "name": "Copy"}
    pathlib.Path(file).write_text(json.dumps(document))
    # Nobody is asked where there is no terminal.
    refused = serin(fresh, "apply", file)
    assert (refused.returncode, "give --yes" in refused.stderr) == (64, True)
    assert serin(fresh, "plan", file).returncode == 5
    run(fresh, "apply", file, "--yes")
    copy = json.loads(run(fresh, "export", "--project", "copy"))
    assert copy == document
    assert run(fresh, "apply", file, "--yes") == "nothing differs; nothing was written.\n"
    for number in range(50):
        answers = [
            expect(
                control.request(
                    "POST", f"/api/v1/projects/{project}/environments/production/evaluate",
                    {"context": {"userID": f"user-{number}", "attributes": {"country": "DE"}}},
                ), 200,
            )["flags"]
            for project in ("shop", "copy")
        ]
        assert answers[0] == answers[1]


def test_what_a_plan_shows_is_what_is_applied(fresh: Serve, tmp_path: pathlib.Path) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("k", release()), 201)
    expect(control.create("old", release()), 201)
    document = json.loads(run(fresh, "export"))
    document["flags"]["k"]["environments"]["production"]["default"] = "on"
    del document["flags"]["old"]
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(document))
    shown = '~ flag k in production\n    ~ default: "off" -> "on"\n'
    plan = serin(fresh, "plan", str(file), "--detailed-exit-code")
    assert (plan.returncode, plan.stdout) == (6, shown)
    assert "not mentioned and left alone: flag old" in plan.stderr
    applied = run(fresh, "apply", str(file), "--prune", "--yes", "--reason", "tidy")
    assert applied == shown + "- flag old: archived\napplied 2 changes (1 update, 1 archive) to shop.\n"
    document["role"] = "admin"
    document["flags"]["k"]["environments"]["production"]["default"] = "blue"
    file.write_text(json.dumps(document))
    refused = serin(fresh, "apply", str(file), "--yes")
    assert refused.returncode == 65
    assert "  role: " in refused.stderr and "  flags.k.environments.production.default: " in refused.stderr


def test_a_change_is_scheduled_moved_and_cancelled(fresh: Serve) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("k", release()), 201)
    created = run(
        fresh, "schedules", "create", "replaceFlag", "k", "--set", "default=on", "--wall-time", "2030-01-15T09:00",
        "--zone", "Europe/Berlin",
    )
    identifier = created.split(" ")[0]
    assert "2030-01-15T08:00:00" in created
    assert identifier in run(fresh, "schedules", "list", "--flag", "k")
    run(fresh, "schedules", "move", identifier, "--at", "2031-01-15T09:00:00Z")
    assert "2031-01-15T09:00:00" in run(fresh, "schedules", "show", identifier)
    assert run(fresh, "schedules", "cancel", identifier) == f"{identifier} is cancelled.\n"
    assert "cancelled" in run(fresh, "schedules", "list", "--all")


def test_a_change_is_proposed_commented_and_withdrawn(fresh: Serve) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("k", release()), 201)
    run(fresh, "environments", "update", "production", "--protect")
    proposed = run(fresh, "requests", "propose", "replaceFlag", "k", "--set", "default=on", "--title", "On")
    identifier = proposed.split(" ")[0]
    run(fresh, "requests", "comment", identifier, "why?")
    shown = run(fresh, "requests", "show", identifier)
    assert '~ default: "off" -> "on"' in shown and "why?" in shown
    # The author's own approval does not count, whatever was seen.
    content = json.loads(run(fresh, "requests", "show", identifier, "--json"))["contentHash"]
    assert serin(fresh, "requests", "approve", identifier, "--hash", content).returncode == 3
    assert serin(fresh, "requests", "apply", identifier).returncode != 0
    assert run(fresh, "requests", "withdraw", identifier) == f"{identifier} is withdrawn.\n"
    assert identifier in run(fresh, "requests", "list", "--state", "rejected")
