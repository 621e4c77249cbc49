"""OFREP's bulk answer and its errors, over plain HTTP: the Python provider asks only for single flags."""

import json

import pytest

from kit.control import Client, Control, expect
from kit.documents import release
from kit.paths import SEED


def by_key(answer: dict) -> dict[str, dict]:
    flags = {flag["key"]: flag for flag in answer["flags"]}
    assert len(flags) == len(answer["flags"]), "a flag is in the answer twice"
    return flags


def test_the_bulk_answer_holds_every_flag_with_what_the_single_answer_says(client: Client) -> None:
    context = {"targetingKey": "alice", "country": "DE", "plan": "pro", "age": 30, "beta": True}
    flags = by_key(expect(client.ofrep_all(**context), 200))
    seeded = json.loads(SEED.read_text())["flags"]
    assert seeded.keys() <= flags.keys()
    for key in seeded:
        assert flags[key] == expect(client.ofrep(key, **context), 200)


def test_every_entry_has_value_reason_and_variant(client: Client) -> None:
    for flag in by_key(expect(client.ofrep_all(targetingKey="alice"), 200)).values():
        assert {"key", "value", "reason", "variant", "metadata"} <= flag.keys()
        assert all(isinstance(value, (str, int, float, bool)) for value in flag["metadata"].values())


def test_the_same_context_with_its_validator_is_not_modified(client: Client) -> None:
    first = client.ofrep_all(targetingKey="alice", country="DE")
    assert first.headers["ETag"].startswith('W/"')
    again = client.ofrep_all(first.headers["ETag"], targetingKey="alice", country="DE")
    assert (again.status_code, again.content) == (304, b"")


def test_another_context_is_answered_in_full_though_the_validator_is_known(client: Client) -> None:
    first = client.ofrep_all(targetingKey="alice", country="DE")
    other = client.ofrep_all(first.headers["ETag"], targetingKey="alice", country="US")
    assert by_key(expect(first, 200))["new_checkout"]["value"] is True
    assert by_key(expect(other, 200))["new_checkout"]["value"] is False
    assert other.headers["ETag"] != first.headers["ETag"]


def test_a_kill_changes_the_validator_and_the_entry(client: Client, control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    before = client.ofrep_all(targetingKey="alice", country="DE")
    assert by_key(expect(before, 200))[key]["value"] is True
    expect(control.kill(key), 200)
    after = client.ofrep_all(before.headers["ETag"], targetingKey="alice", country="DE")
    flag = by_key(expect(after, 200))[key]
    assert (flag["value"], flag["reason"], flag["variant"]) == (False, "DISABLED", "off")
    assert after.headers["ETag"] != before.headers["ETag"]


def test_an_archived_flag_is_in_no_bulk_answer(client: Client, control: Control, key: str) -> None:
    expect(control.create(key, release()), 201)
    assert key in by_key(expect(client.ofrep_all(), 200))
    expect(control.archive(key), 200)
    assert key not in by_key(expect(client.ofrep_all(), 200))
    assert expect(client.ofrep(key), 404)["errorCode"] == "FLAG_NOT_FOUND"


def test_an_unknown_flag_is_refused_with_code_and_details(client: Client) -> None:
    error = expect(client.ofrep("no_such_flag", targetingKey="alice"), 404)
    assert (error["key"], error["errorCode"]) == ("no_such_flag", "FLAG_NOT_FOUND")
    assert error["errorDetails"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"context":{"targetingKey":"alice"', "PARSE_ERROR"),
        (b'{"context":{"targetingKey":"\xff"}}', "PARSE_ERROR"),
        (b'{"context":"alice"}', "INVALID_CONTEXT"),
        (b'{"context":{"targetingKey":7}}', "INVALID_CONTEXT"),
    ],
)
@pytest.mark.parametrize("path", ["/ofrep/v1/evaluate/flags/dark_mode", "/ofrep/v1/evaluate/flags"])
def test_a_bad_body_is_refused_with_code_and_details(client: Client, path: str, body: bytes, code: str) -> None:
    response = client.session.post(
        client.url + path, data=body, headers={"Content-Type": "application/json"}, timeout=10
    )
    error = expect(response, 400)
    assert error["errorCode"] == code
    assert error["errorDetails"]
