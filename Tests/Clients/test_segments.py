"""Segments: applied with a file, served, exported, explained, and kept in step with the flags that use them."""

import json
import pathlib

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.documents import release, ruleset
from kit.serve import Serve
from kit.shell import shell


def using(segment: str, number: int = 1, **members: object) -> dict:
    """A flag that is on for a segment."""
    return release(rules=[{"id": f"r_0000000{number}", "when": {"segment": segment}, "serve": "on"}], **members)


def document(segments: dict, **flags: dict) -> dict:
    return {**ruleset(**flags), "segments": segments}


def remove(control: Control, *keys: str) -> object:
    body = {"document": ruleset(), "removeSegments": list(keys)}
    return control.request("POST", f"{control.environment}/apply", body)


def is_on(client: Client, key: str, user: str) -> bool:
    return expect(client.evaluate(key, userID=user), 200)["isEnabled"]


def test_a_segment_decides_and_its_flags_follow_it(control: Control, client: Client, key: str) -> None:
    first = expect(control.apply(document({key: {"any": [{"list": ["alice"]}]}}, **{key: using(key)})), 200)
    assert first["segments"] == [{"key": key, "result": "created"}]
    assert [is_on(client, key, user) for user in ("alice", "bob")] == [True, False]
    second = expect(control.apply(document({key: {"any": [{"list": ["bob"]}, {"list": ["carol"]}]}})), 200)
    assert second["segments"] == [{"key": key, "result": "replaced"}]
    assert second["revision"] == first["revision"] + 1
    assert [is_on(client, key, user) for user in ("alice", "bob", "carol")] == [False, True, True]


def test_every_answer_of_a_context_changes_its_validator_with_the_segment(
    control: Control, client: Client, key: str
) -> None:
    expect(control.apply(document({key: {"list": ["alice"]}}, **{key: using(key)})), 200)
    tag = client.evaluate_all(userID="bob").headers["ETag"]
    assert client.evaluate_all(tag, userID="bob").status_code == 304
    expect(control.apply(document({key: {"list": ["bob"]}})), 200)
    answer = client.evaluate_all(tag, userID="bob")
    assert next(flag for flag in expect(answer, 200)["flags"] if flag["key"] == key)["isEnabled"] is True


def test_an_export_brings_segments_to_another_server(tmp_path: pathlib.Path, control: Control, key: str) -> None:
    expect(control.apply(document({key: {"list": ["alice"]}}, **{key: using(key)})), 200)
    export = control.ruleset()
    assert export["segments"][key] == {"list": ["alice"]}
    again = expect(control.apply(export), 200)
    assert {result["result"] for result in again["results"] + again["segments"]} == {"unchanged"}
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps(export))
    other = Serve(tmp_path / "other", seed).start()
    try:
        assert is_on(Client(other.url, other.client_key), key, "alice") is True
    finally:
        other.stop()


def test_a_segment_survives_a_crash(fresh: Serve, key: str) -> None:
    fresh.start()
    expect(Control(fresh.url, fresh.token).apply(document({key: {"list": ["alice"]}}, **{key: using(key)})), 200)
    client_key = fresh.client_key
    fresh.kill()
    fresh.start()
    assert is_on(Client(fresh.url, client_key), key, "alice") is True


def test_a_segment_in_use_is_not_removed(control: Control, client: Client, key: str) -> None:
    expect(control.apply(document({key: {"list": ["alice"]}}, **{key: using(key)})), 200)
    problem = expect_problem(remove(control, key), 422, "invalid")
    assert [error["path"] for error in problem["errors"]] == [f"flags.{key}.rules[0].when.segment"]
    assert is_on(client, key, "alice") is True
    expect(control.kill(key), 200)
    expect_problem(remove(control, key), 422, "invalid")
    expect(control.archive(key), 200)
    removed = expect(remove(control, key), 200)
    assert removed["segments"] == [{"key": key, "result": "removed"}]
    assert key not in control.ruleset().get("segments", {})
    rows = [row["action"] for row in control.audit() if row["object"] == f"segment:{key}"]
    assert rows == ["segment.create", "segment.remove"]


@pytest.mark.parametrize(
    ("segment", "path"),
    [
        ({"segment": "nobody"}, "segments.{key}.segment"),
        ({"segment": "{key}"}, "segments.{key}.segment"),
        ({"flag": "{key}", "serves": "on"}, "flags.{key}.rules[0].when.segment"),
        ({"flag": "new_checkout", "serves": "wide"}, "segments.{key}.serves"),
        ({"moon": "full"}, "segments.{key}"),
    ],
)
def test_a_segment_that_makes_no_sense_keeps_the_whole_file_out(
    control: Control, key: str, segment: dict, path: str
) -> None:
    filled = json.loads(json.dumps(segment).replace("{key}", key))
    problem = expect_problem(control.apply(document({key: filled}, **{key: using(key)})), 422, "invalid")
    assert problem["errors"][0]["path"].startswith(path.format(key=key))
    expect_problem(control.read(key), 404, "flagNotFound")


def test_what_others_require_is_killed_but_not_archived(control: Control, client: Client, key: str) -> None:
    needed, needing = f"{key}_p", f"{key}_f"
    everybody = release(rules=[{"id": "r_00000001", "serve": "on"}])
    flags = {needed: everybody, needing: {**everybody, "prerequisites": [{"flag": needed, "enabled": True}]}}
    expect(control.apply(ruleset(**flags)), 200)
    assert is_on(client, needing, "alice") is True
    problem = expect_problem(control.archive(needed), 409, "conflict")
    assert f'flag "{needing}" in production' in problem["detail"]
    expect(control.kill(needed), 200)
    assert expect(client.evaluate(needing), 200)["reason"] == "prerequisiteFailed"


def test_what_a_user_did_is_undecided_and_the_answer_partial(fresh: Serve) -> None:
    fresh.start()
    control, client = Control(fresh.url, fresh.token), Client(fresh.url, fresh.client_key)
    saw = {"saw": {"behaviour": {"seen": "new_checkout", "withinDays": 30}}}
    expect(control.apply(document(saw, memory=using("saw"))), 200)
    answer = client.evaluate_all(userID="alice")
    body = expect(answer, 200)
    assert (body["partial"], body["undecided"]) == (True, ["memory"])
    assert "memory" not in [flag["key"] for flag in body["flags"]]
    assert "ETag" not in answer.headers
    assert expect(client.evaluate("memory"), 200)["reason"] == "undecided"
    assert expect(client.ofrep("memory"), 400)["errorCode"] == "GENERAL"
    many = client.ofrep_all(targetingKey="alice")
    assert "ETag" not in many.headers
    failed = [flag for flag in expect(many, 200)["flags"] if flag["key"] == "memory"]
    assert failed[0]["errorCode"] == "GENERAL" and failed[0]["errorDetails"]


def test_the_command_line_explains_alike_here_and_there(fresh: Serve, tmp_path: pathlib.Path) -> None:
    fresh.start()
    control = Control(fresh.url, fresh.token)
    trial = {"all": [{"segment": "staff"}, {"percent": {"percent": 80, "salt": "k3J9xw2Q"}}]}
    segments = {"staff": {"list": ["alice", "bob"]}, "trial": trial}
    flags = {"shop": using("trial", prerequisites=[{"flag": "new_checkout", "enabled": False}])}
    expect(control.apply(document(segments, **flags)), 200)
    exports = f"export SERIN_URL={fresh.url} SERIN_TOKEN={fresh.token}"
    question = "evaluate shop --user alice --at 2027-01-02T00:00:00Z --explain"
    there = shell(f"serin {question}", exports)
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(control.ruleset()))
    assert shell(f"serin {question} --ruleset {file}", exports) == there
    assert "draws 69532411 (69.532411 %)" in there
    assert "requires that new_checkout is off" in there
