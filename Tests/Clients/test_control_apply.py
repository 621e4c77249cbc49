"""Rulesets as files: applied as a whole or not at all, exported, and applied again without effect."""

import copy
import zlib

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.documents import release, ruleset


def identified(key: str, color: str = "green") -> dict:
    """A flag whose rule has an id, as a file must have: applied twice, it must not reshuffle anybody."""
    document = release(color)
    document["rules"][0]["id"] = f"r_{zlib.crc32(key.encode()):08x}"
    return document


def results(answer: dict) -> dict[str, str]:
    return {result["key"]: result["result"] for result in answer["results"]}


def test_applying_creates_replaces_and_leaves_the_rest(control: Control, client: Client, key: str) -> None:
    one, two = f"{key}_1", f"{key}_2"
    flags = {one: identified(one), two: identified(two)}
    first = expect(control.apply(ruleset(**flags), "from the file"), 200)
    assert results(first) == {one: "created", two: "created"}
    flags[one] = identified(one, "red")
    second = expect(control.apply(ruleset(**flags)), 200)
    assert results(second) == {one: "replaced", two: "unchanged"}
    assert second["revision"] == first["revision"] + 1
    colors = [expect(client.evaluate(k, attributes={"country": "DE"}), 200)["properties"] for k in (one, two)]
    assert colors == [{"button_color": "red"}, {"button_color": "green"}]
    assert expect(client.evaluate("dark_mode"), 200)["isEnabled"] is True


def test_applying_the_same_file_again_changes_nothing(control: Control, key: str) -> None:
    document = ruleset(**{key: identified(key)})
    first = expect(control.apply(document, "once"), 200)
    again = expect(control.apply(document, "twice"), 200)
    assert results(again) == {key: "unchanged"}
    assert again["revision"] == first["revision"]
    assert not [row for row in control.audit() if row["reason"] == "twice"]


def test_one_bad_flag_keeps_the_whole_file_out(control: Control, key: str) -> None:
    good, bad = f"{key}_good", f"{key}_bad"
    revision = control.ruleset()["revision"]
    document = ruleset(**{good: identified(good), bad: {**identified(bad), "default": "onn"}})
    problem = expect_problem(control.apply(document), 422, "invalid")
    assert [error["path"] for error in problem["errors"]] == [f"flags.{bad}.default"]
    expect_problem(control.read(good), 404, "flagNotFound")
    assert control.ruleset()["revision"] == revision


def test_rules_without_ids_are_refused(control: Control, key: str) -> None:
    problem = expect_problem(control.apply(ruleset(**{key: release()})), 422, "invalid")
    assert problem["errors"][0]["path"].startswith(f"flags.{key}.rules[0]")


def test_applying_keeps_a_killed_flag_killed_and_says_so(control: Control, client: Client, key: str) -> None:
    expect(control.apply(ruleset(**{key: identified(key)})), 200)
    expect(control.kill(key), 200)
    answer = expect(control.apply(ruleset(**{key: identified(key, "red")})), 200)
    assert answer["results"] == [{"key": key, "result": "replaced", "killed": True}]
    assert expect(client.evaluate(key, attributes={"country": "DE"}), 200)["reason"] == "killed"


@pytest.mark.parametrize("member", ["project", "environment"])
def test_a_file_of_another_project_or_environment_is_refused(control: Control, key: str, member: str) -> None:
    document = {**ruleset(**{key: identified(key)}), member: "elsewhere"}
    expect_problem(control.apply(document), 422, "invalid")
    expect_problem(control.read(key), 404, "flagNotFound")


def test_the_export_can_be_applied_again_without_effect(control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    exported = control.ruleset()
    assert (exported["schema"], exported["project"], exported["environment"]) == (1, "shop", "production")
    assert key in exported["flags"]
    answer = expect(control.apply(copy.deepcopy(exported)), 200)
    assert set(results(answer).values()) == {"unchanged"}
    assert control.ruleset() == exported


def test_the_export_is_the_same_bytes_every_time(control: Control) -> None:
    path = f"{control.environment}/ruleset"
    assert control.request("GET", path).content == control.request("GET", path).content
