"""Serin's own evaluation API, as the Swift SDK uses it."""

import datetime

import requests

from kit.control import Client, Control, expect, expect_problem
from kit.documents import release, rollout
from kit.draw import is_drawn
from kit.waiting import eventually


def test_one_flag_is_answered_with_epoch_and_revision(client: Client) -> None:
    response = client.evaluate("new_checkout", userID="alice", attributes={"country": "DE"})
    answer = expect(response, 200)
    assert answer.pop("epoch") >= 1
    assert answer.pop("revision") >= 1
    assert answer == {
        "key": "new_checkout",
        "kind": "release",
        "isEnabled": True,
        "ruleId": "r_00000001",
        "variation": "on",
        "reason": "ruleMatched",
        "properties": {"button_color": "green", "max_items": 5, "compact": True, "layout": {"columns": 2}},
    }
    assert "ETag" not in response.headers


def test_all_flags_are_answered_in_the_order_of_their_keys(client: Client) -> None:
    response = client.evaluate_all(userID="alice", attributes={"country": "DE"})
    answer = expect(response, 200)
    assert answer["partial"] is False
    keys = [flag["key"] for flag in answer["flags"]]
    assert keys == sorted(keys)
    single = expect(client.evaluate("new_checkout", userID="alice", attributes={"country": "DE"}), 200)
    assert (single.pop("epoch"), single.pop("revision")) == (answer["epoch"], answer["revision"])
    assert single in answer["flags"]
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert {name.strip().lower() for name in response.headers["Vary"].split(",")} >= {"authorization", "x-api-key"}


def test_an_absent_context_is_an_empty_one(client: Client) -> None:
    answer = expect(client.request("POST", "/v1/evaluate/new_checkout", {}), 200)
    assert (answer["isEnabled"], answer["ruleId"], answer["reason"]) == (False, "default", "default")


def test_the_validator_holds_for_one_context_and_one_revision(client: Client, control: Control, key: str) -> None:
    first = client.evaluate_all(userID="alice", attributes={"country": "DE"})
    validator = first.headers["ETag"]
    assert validator.startswith('W/"')
    again = client.evaluate_all(validator, userID="alice", attributes={"country": "DE"})
    assert (again.status_code, again.content) == (304, b"")
    assert client.evaluate_all(validator, userID="bob", attributes={"country": "DE"}).status_code == 200
    expect(control.create(key, release()), 201)
    changed = client.evaluate_all(validator, userID="alice", attributes={"country": "DE"})
    assert expect(changed, 200)["revision"] > first.json()["revision"]
    assert changed.headers["ETag"] != validator


def test_a_killed_flag_is_off_with_default_properties_and_no_rule(client: Client, control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    expect(control.kill(key), 200)
    answer = expect(client.evaluate(key, userID="alice", attributes={"country": "DE"}), 200)
    assert (answer["isEnabled"], answer["ruleId"], answer["reason"]) == (False, "", "killed")
    assert (answer["variation"], answer["properties"]) == ("off", {"button_color": "blue"})


def test_a_unit_that_is_not_drawn_carries_the_rules_id(client: Client) -> None:
    out = next(user for user in (f"user-{n}" for n in range(100)) if not is_drawn("aB3dE5fG", user, 12.5))
    answer = expect(client.evaluate("fast_search", userID=out), 200)
    assert (answer["isEnabled"], answer["ruleId"], answer["reason"]) == (False, "r_00000006", "notDrawn")


def test_the_device_is_drawn_when_there_is_no_user(client: Client, control: Control, key: str) -> None:
    document = rollout(50)
    del document["rules"][0]["rollout"]["by"]
    view = expect(control.create(key, document), 201)
    salt = view["document"]["rules"][0]["rollout"]["salt"]
    for device in (f"device-{n}" for n in range(50)):
        answer = expect(client.evaluate(key, deviceID=device), 200)
        assert answer["isEnabled"] == is_drawn(salt, device, 50)
        # An empty user id is none.
        assert expect(client.evaluate(key, userID="", deviceID=device), 200)["isEnabled"] == answer["isEnabled"]


def test_raising_a_percentage_only_adds_users(client: Client, control: Control, key: str) -> None:
    view = expect(control.create(key, rollout(10)), 201)
    users = [f"user-{n}" for n in range(150)]
    included: set[str] = set()
    for percent in (10, 35.5, 100):
        view["document"]["rules"][0]["rollout"]["percent"] = percent
        view = expect(control.replace(key, view["document"], f'"{view["etag"]}"'), 200)
        now = {user for user in users if expect(client.evaluate(key, userID=user), 200)["isEnabled"]}
        assert included <= now
        assert len(now) > len(included)
        included = now
    assert included == set(users)


def test_ids_and_values_are_compared_as_exact_bytes(client: Client, control: Control, key: str) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    document = release(rules=[{"when": {"attribute": "name", "op": "equals", "value": composed}, "serve": "on"}])
    expect(control.create(key, document), 201)
    assert expect(client.evaluate(key, attributes={"name": composed}), 200)["isEnabled"] is True
    assert expect(client.evaluate(key, attributes={"name": decomposed}), 200)["isEnabled"] is False


def test_keys_are_exact_and_unknown_ones_are_refused(client: Client) -> None:
    for key in ("no_such_flag", "New_Checkout", "new_checkout%20", "new_checkout%00"):
        expect_problem(client.evaluate(key), 404, "flagNotFound")


def test_a_deadline_that_passes_changes_the_answer_and_its_validator(
    control: Control, client: Client, key: str
) -> None:
    deadline = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=2)
    rule = {"rollout": {"percent": 0, "salt": "s", "deadline": deadline.isoformat()}, "serve": "on"}
    created = expect(control.create(key, release(rules=[rule])), 201)
    first = client.evaluate_all(userID="alice")
    tag = first.headers["ETag"]
    assert next(flag for flag in first.json()["flags"] if flag["key"] == key)["isEnabled"] is False

    def later() -> requests.Response | None:
        answer = client.evaluate_all(tag, userID="alice")
        return answer if answer.status_code == 200 else None

    second = expect(eventually(later, 10, "another validator after the deadline"), 200)
    assert datetime.datetime.now(datetime.UTC) >= deadline
    assert second["revision"] == first.json()["revision"]
    assert next(flag for flag in second["flags"] if flag["key"] == key)["isEnabled"] is True
    assert expect(control.read(key), 200)["etag"] == created["etag"]
