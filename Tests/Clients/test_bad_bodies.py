"""Bodies that are no JSON, or JSON of the wrong shape: refused with the place of the mistake."""

import json

import pytest
import requests

from kit.control import Client, Control, expect, expect_problem

DEEP = 10_000

MALFORMED = {
    "cut off": b'{"context":{"userID":"alice"',
    "a trailing comma": b'{"context":{},}',
    "something behind": b'{"context":{}} x',
    "a comment": b'{"context":{}} // x',
    "single quotes": b"{'context':{}}",
    "invalid UTF-8": b'{"context":{"userID":"\xff\xfe"}}',
    "an overlong encoding": b'{"context":{"userID":"\xc0\xaf"}}',
    "an encoded surrogate": b'{"context":{"userID":"\xed\xa0\x80"}}',
    "a lone surrogate": b'{"context":{"userID":"\\ud800"}}',
    "a raw control character": b'{"context":{"userID":"a\nb"}}',
    "a byte order mark": b'\xef\xbb\xbf{"context":{}}',
    "UTF-16": '{"context":{}}'.encode("utf-16"),
    "an infinite number": b'{"context":{"attributes":{"a":1e999}}}',
    "a number like no other": b'{"context":{"attributes":{"a":01}}}',
    "arrays 10,000 deep": b'{"context":{"attributes":{"a":' + b"[" * DEEP + b"]" * DEEP + b"}}}",
    "objects 10,000 deep": b'{"context":{"attributes":' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}}",
    "60 kB of opening brackets": b"[" * 60_000,
}

MISSHAPEN = {
    "a list": ([], ""),
    "a word": ("alice", ""),
    "a context that is a list": ({"context": []}, "context"),
    "a user that is a number": ({"context": {"userID": 7}}, "context.userID"),
    "a device that is a list": ({"context": {"deviceID": []}}, "context.deviceID"),
    "attributes that are a list": ({"context": {"attributes": ["country"]}}, "context.attributes"),
    "an unknown member of the context": ({"context": {"country": "DE"}}, "context.country"),
    "an unknown member of the body": ({"contexts": {}}, "contexts"),
    "257 attributes": ({"context": {"attributes": {f"a{n}": n for n in range(257)}}}, "context.attributes"),
}


def send(client: Client, path: str, body: bytes) -> requests.Response:
    headers = {"Content-Type": "application/json"}
    return client.session.post(client.url + path, data=body, headers=headers, timeout=10)


@pytest.mark.parametrize("path", ["/v1/evaluate", "/v1/evaluate/new_checkout"])
@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_json_is_a_bad_request(client: Client, path: str, case: str) -> None:
    problem = expect_problem(send(client, path, MALFORMED[case]), 400, "badRequest")
    assert problem["detail"]


@pytest.mark.parametrize("path", ["/v1/evaluate", "/v1/evaluate/new_checkout"])
@pytest.mark.parametrize("case", MISSHAPEN)
def test_json_of_the_wrong_shape_is_invalid_by_its_path(client: Client, path: str, case: str) -> None:
    body, where = MISSHAPEN[case]
    problem = expect_problem(client.request("POST", path, body), 422, "invalid")
    assert where in [error["path"] for error in problem["errors"]]


@pytest.mark.parametrize("case", MALFORMED)
def test_malformed_json_changes_nothing_through_the_control_api(control: Control, case: str) -> None:
    revision = control.ruleset()["revision"]
    expect_problem(send(control, f"{control.environment}/flags", MALFORMED[case]), 400, "badRequest")
    expect_problem(send(control, control.flag_path("new_checkout", "/kill"), MALFORMED[case]), 400, "badRequest")
    assert control.ruleset()["revision"] == revision


def test_what_is_unusual_but_right_is_understood(client: Client) -> None:
    body = json.dumps({"context": {"userID": "\U0001f426" * 40, "attributes": {"": None, "a\u0000b": [1, {"x": []}]}}})
    assert expect(send(client, "/v1/evaluate/dark_mode", body.encode()), 200)["isEnabled"] is True
    escaped = b' {"\\u0063ontext" : {"attributes":{"country":"\\u0044E"} }}\r\n\t'
    assert expect(send(client, "/v1/evaluate/new_checkout", escaped), 200)["ruleId"] == "r_00000001"


def test_256_attributes_and_values_nested_near_the_limit_are_understood(client: Client) -> None:
    attributes = {f"a{number}": number for number in range(255)}
    attributes["country"] = "DE"
    nested: object = 1
    for _ in range(25):
        nested = [nested]
    attributes["a0"] = nested
    answer = expect(client.evaluate("new_checkout", attributes=attributes), 200)
    assert answer["isEnabled"] is True


def test_a_body_just_over_the_limit_is_refused_and_one_just_below_is_read(client: Client) -> None:
    def body(size: int) -> bytes:
        frame = len('{"context":{"userID":""}}')
        return b'{"context":{"userID":"' + b"a" * (size - frame) + b'"}}'

    expect(send(client, "/v1/evaluate/dark_mode", body(64_000)), 200)
    expect_problem(send(client, "/v1/evaluate/dark_mode", body(64 * 1024 + 1)), 413, "tooLarge")


def test_a_control_body_over_4_mib_is_refused(control: Control) -> None:
    body = b'{"reason":"' + b"a" * (4 * 1024 * 1024) + b'"}'
    expect_problem(send(control, control.flag_path("new_checkout", "/kill"), body), 413, "tooLarge")
