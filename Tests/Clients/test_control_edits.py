"""Two people edit one flag: preconditions, conflicts, merges, and edits that are refused."""

import copy

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.documents import release, rollout


def validator(view: dict) -> str:
    return f'"{view["etag"]}"'


def test_a_replaced_document_is_served_at_once(control: Control, client: Client, key: str) -> None:
    view = expect(control.create(key, release("green")), 201)
    view["document"]["variations"]["on"]["properties"]["button_color"] = "red"
    response = control.replace(key, view["document"], validator(view), "red sells better")
    replaced = expect(response, 200)
    assert replaced["document"] == view["document"]
    assert replaced["etag"] != view["etag"]
    assert response.headers["ETag"] == validator(replaced)
    answer = expect(client.evaluate(key, attributes={"country": "DE"}), 200)
    assert answer["properties"] == {"button_color": "red"}


def test_a_replacement_needs_the_version_it_was_made_from(control: Control, key: str) -> None:
    view = expect(control.create(key, release()), 201)
    expect_problem(control.replace(key, release("red"), None), 428, "preconditionRequired")
    assert expect(control.read(key), 200) == view


def test_a_stale_replacement_is_refused_with_who_changed_what(control: Control, key: str) -> None:
    original = expect(control.create(key, release()), 201)
    rules = original["document"]["rules"]
    mine, theirs = copy.deepcopy(original["document"]), copy.deepcopy(original["document"])
    theirs["rules"][0]["when"]["value"] = "FR"
    mine["rules"][0]["when"]["value"] = "US"
    current = expect(control.replace(key, theirs, validator(original)), 200)
    problem = expect_problem(control.replace(key, mine, validator(original)), 412, "preconditionFailed")
    assert problem["conflict"]["current"] == current["etag"]
    (change,) = problem["conflict"]["changes"]
    assert (change["member"], change["before"], change["after"]) == ("rules", rules, theirs["rules"])
    assert change["by"].startswith("token:")
    assert change["at"] == current["updatedAt"]
    assert expect(control.read(key), 200) == current


def test_edits_of_different_members_merge(control: Control, key: str) -> None:
    original = expect(control.create(key, release()), 201)
    mine, theirs = copy.deepcopy(original["document"]), copy.deepcopy(original["document"])
    theirs["description"] = "The one-page checkout"
    mine["rules"][0]["when"]["value"] = "US"
    expect(control.replace(key, theirs, validator(original)), 200)
    merged = expect(control.replace(key, mine, validator(original)), 200)["document"]
    assert merged["description"] == "The one-page checkout"
    assert merged["rules"] == mine["rules"]


def test_an_unchanged_document_changes_nothing(control: Control, key: str) -> None:
    view = expect(control.create(key, release()), 201)
    revision = control.ruleset()["revision"]
    assert expect(control.replace(key, view["document"], validator(view), "nothing new"), 200) == view
    assert control.ruleset()["revision"] == revision
    assert not [row for row in control.audit() if row["reason"] == "nothing new"]


def test_a_replacement_never_unkills(control: Control, client: Client, key: str) -> None:
    expect(control.create(key, release()), 201)
    killed = expect(control.kill(key), 200)
    document = {**killed["document"], "killed": False, "description": "still off"}
    replaced = expect(control.replace(key, document, validator(killed)), 200)
    assert (replaced["killed"], replaced["document"]["description"]) == (True, "still off")
    assert expect(client.evaluate(key, attributes={"country": "DE"}), 200)["reason"] == "killed"


@pytest.mark.parametrize("etag", ['"0.0"', '"999.999"', "nonsense"])
def test_a_validator_that_was_never_given_is_refused(control: Control, key: str, etag: str) -> None:
    view = expect(control.create(key, release()), 201)
    response = control.replace(key, view["document"] | {"owner": "somebody else"}, etag)
    assert response.status_code in (400, 412), response.text
    assert expect(control.read(key), 200) == view


REFUSED = {
    "percent above 100": (rollout(120), "rules[0].rollout.percent", "120 is not between 0 and 100"),
    "seven decimals": (rollout(5.0000001), "rules[0].rollout.percent", "more than six decimals"),
    "unknown kind": ({**release(), "kind": "relase"}, "kind", "relase"),
    "unknown member": ({**release(), "colour": "red"}, "colour", ""),
    "unknown variation": (release(default="onn"), "default", "onn"),
    "property of another type": (release(color=7), "variations.on.properties.button_color", ""),
    "value names no property": (release(value="size"), "value", "size"),
    "unknown operator": (
        release(rules=[{"when": {"attribute": "country", "op": "equal", "value": "DE"}, "serve": "on"}]),
        "rules[0].when.op",
        "equal",
    ),
    "owner missing": ({name: value for name, value in release().items() if name != "owner"}, "owner", ""),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_document_with_a_mistake_is_refused_by_the_path_of_it(control: Control, key: str, case: str) -> None:
    document, path, message = REFUSED[case]
    problem = expect_problem(control.create(key, document), 422, "invalid")
    found = [error for error in problem["errors"] if error["path"].endswith(path)]
    assert found, f"no error at {path} in {problem['errors']}"
    assert message in found[0]["message"]
    expect_problem(control.read(key), 404, "flagNotFound")


def test_every_mistake_is_named_at_once(control: Control, key: str) -> None:
    problem = expect_problem(control.create(key, rollout(120, default="onn", colour=1)), 422, "invalid")
    assert len(problem["errors"]) == 3


@pytest.mark.parametrize("bad", ["", "with space", "_leading", "a" * 129, "caf\u00e9", "a/b"])
def test_a_key_outside_the_grammar_is_refused(control: Control, bad: str) -> None:
    expect_problem(control.create(bad, release()), 422, "invalid")


def test_unknown_members_beside_the_document_are_refused(control: Control, key: str) -> None:
    expect_problem(control.create(key, release(), reasons="misspelt"), 422, "invalid")


def test_a_member_given_twice_is_refused(control: Control, key: str) -> None:
    response = control.session.post(
        control.url + control.flag_path(key, "/kill"),
        data=b'{"reason":"a","reason":"b"}',
        headers={"Content-Type": "application/json"},
        timeout=10,
    )
    expect_problem(response, 400, "badRequest")
