"""Environments, history and promotion from the command line, against a real server."""

import json

from kit.control import Control, expect
from kit.documents import release, rollout
from kit.serve import Serve
from kit.shell import serin


def run(serve: Serve, *arguments: str) -> str:
    """What a command prints that must succeed."""
    result = serin(serve, *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_project_lives_from_its_making_to_its_end(fresh: Serve) -> None:
    fresh.start()
    made = run(fresh, "projects", "create", "news", "--name", "News", "--with-environment", "live")
    assert made == "news is created, with live.\n"
    run(fresh, "projects", "rename", "news", "--key", "paper")
    in_paper = ("--project", "paper")
    run(fresh, "environments", "create", "qa", "--position", "5", "--protect", "--approvals", "2", *in_paper)
    run(fresh, "environments", "update", "qa", "--key", "test", "--unprotect", "--reason", "r", *in_paper)
    listed = json.loads(run(fresh, "environments", "list", "--json", *in_paper))["environments"]
    assert [(one["key"], one["protected"]) for one in listed] == [("live", False), ("test", False)]
    run(fresh, "environments", "remove", "test", *in_paper)
    assert run(fresh, "projects", "remove", "paper", "--reason", "over") == "paper is removed; its audit log stays.\n"
    assert serin(fresh, "projects", "remove", "paper").returncode == 5


def test_a_flag_is_compared_with_what_it_was_and_brought_back(fresh: Serve) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("k", rollout(5), "made"), 201)
    first = json.loads(run(fresh, "flags", "show", "k", "--json"))
    document = json.loads(json.dumps(first["document"]))
    document["rules"][0]["rollout"]["percent"] = 50
    changed = expect(control.replace("k", document, f'"{first["etag"]}"', "half"), 200)
    history = json.loads(run(fresh, "flags", "history", "k", "--json"))["versions"]
    assert [version["reason"] for version in history] == ["half", "made"]
    rule = document["rules"][0]["id"]
    difference = f"~ rules[{rule}].rollout.percent: 5 -> 50\n"
    assert run(fresh, "flags", "diff", "k", first["etag"], changed["etag"]) == difference
    assert run(fresh, "flags", "diff", "k", first["etag"]) == difference
    run(fresh, "flags", "restore", "k", first["etag"], "--reason", "too early")
    assert json.loads(run(fresh, "flags", "show", "k", "--json"))["document"] == first["document"]
    shown = json.loads(run(fresh, "flags", "show", "k", "--version", changed["etag"], "--json"))
    assert shown["document"] == changed["document"]


def test_what_a_promotion_shows_is_what_it_writes(fresh: Serve) -> None:
    control = Control(fresh.start().url, fresh.token)
    run(fresh, "environments", "create", "qa")
    expect(control.create("k", release()), 201)
    to_qa = ("flags", "promote", "k", "--from", "production", "--environment", "qa")
    plan = run(fresh, *to_qa, "--dry-run")
    assert plan.startswith("k\n")
    assert "rules" not in json.loads(run(fresh, "flags", "show", "k", "--environment", "qa", "--json"))["document"]
    assert run(fresh, *to_qa) == plan + "took 1 flag over from production to qa.\n"
    again = serin(fresh, *to_qa)
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr == "serin: nothing differs; nothing was written\n"


def test_every_flag_is_decided_as_it_was_live_then(fresh: Serve) -> None:
    control = Control(fresh.start().url, fresh.token)
    expect(control.create("k", release()), 201)
    context = ("--user", "alice", "--attribute", "country=DE", "--json")
    now = json.loads(run(fresh, "evaluate", "--all", *context))
    assert {flag["key"]: flag["isEnabled"] for flag in now["flags"]}["k"] is True
    expect(control.kill("k"), 200)
    then = json.loads(run(fresh, "evaluate", "--all", "--at", now["at"], *context))
    assert then == now
    killed = json.loads(run(fresh, "evaluate", "--all", *context))
    assert {flag["key"]: flag["isEnabled"] for flag in killed["flags"]}["k"] is False
