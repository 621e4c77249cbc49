"""Requests that break HTTP itself, sent byte by byte: each is refused, and none of them harms the next caller."""

import json

import pytest

from kit.control import Client, expect
from kit.serve import Serve
from kit.wire import Wire, post

EVALUATE = "/v1/evaluate/new_checkout"
BODY = b'{"context":{"userID":"alice","attributes":{"country":"DE"}}}'
LENGTH = f"Content-Length: {len(BODY)}"


@pytest.fixture(autouse=True)
def others_are_still_served(client: Client) -> object:
    yield
    answer = expect(client.evaluate("new_checkout", attributes={"country": "DE"}), 200)
    assert answer["isEnabled"] is True


CODES = {400: "badRequest", 414: "uriTooLong", 431: "headersTooLarge"}


def refuse(server: Serve, request: bytes, *statuses: int) -> None:
    """Sends a request together with a second one, and checks that the first is refused and the second never read."""
    with Wire(server.port) as wire:
        wire.send(request + b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = wire.answer()
        assert answer.status in statuses, answer
        assert answer.headers["content-type"].startswith("application/problem+json")
        problem = json.loads(answer.body)
        assert problem["status"] == answer.status
        assert problem["code"] == CODES.get(answer.status, problem["code"])
        wire.expect_closed()


def lines(*header: str) -> bytes:
    """A POST with exactly these header lines and the body."""
    return "\r\n".join([f"POST {EVALUATE} HTTP/1.1", *header, "", ""]).encode() + BODY


def test_the_well_formed_request_that_the_others_are_made_from_is_answered(server: Serve) -> None:
    with Wire(server.port) as wire:
        wire.send(post(EVALUATE, server.client_key, BODY))
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["isEnabled"]) == (200, True)


AMBIGUOUS = {
    "two different lengths": ["Host: a", LENGTH, "Content-Length: 3"],
    "two different lengths in one line": ["Host: a", f"{LENGTH}, 3"],
    "length and chunked": ["Host: a", LENGTH, "Transfer-Encoding: chunked"],
    "chunked and length": ["Host: a", "Transfer-Encoding: chunked", LENGTH],
    "a space before the colon": ["Host: a", f"Content-Length : {len(BODY)}"],
    "a folded header": ["Host: a", "X-Folded: one", " two", LENGTH],
    "a negative length": ["Host: a", "Content-Length: -1"],
    "a length that is no number": ["Host: a", "Content-Length: 0x10"],
    "a length beyond 64 bits": ["Host: a", "Content-Length: 99999999999999999999"],
    "no host": [LENGTH],
    "two hosts": ["Host: a", "Host: b", LENGTH],
    "a NUL in a header": ["Host: a", "X-Nul: a\0b", LENGTH],
}


@pytest.mark.parametrize("case", AMBIGUOUS)
def test_an_ambiguous_or_malformed_head_is_refused_and_closed(server: Serve, case: str) -> None:
    refuse(server, lines(*AMBIGUOUS[case], f"Authorization: Bearer {server.client_key}"), 400)


@pytest.mark.parametrize(
    "start",
    [b"GARBAGE\r\n\r\n", b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", b"\x16\x03\x01\x02\x00"],
    ids=["no request line", "another version", "a TLS hello"],
)
def test_what_is_not_http_is_refused_and_closed(server: Serve, start: bytes) -> None:
    refuse(server, start, 400, 505)


def test_an_unknown_transfer_encoding_is_refused(server: Serve) -> None:
    for value in ("xchunked", "gzip", "chunked, gzip", "gzip, chunked", "chunked, chunked", "identity"):
        refuse(server, lines("Host: a", f"Transfer-Encoding: {value}"), 400, 501)


def test_bare_line_feeds_are_refused(server: Serve) -> None:
    refuse(server, lines("Host: a", LENGTH).replace(b"\r\n", b"\n"), 400)


def test_a_header_of_200_kb_is_refused(server: Serve) -> None:
    refuse(server, post(EVALUATE, server.client_key, BODY, "X-Long: " + "a" * 200_000), 431)


def test_ten_thousand_headers_are_refused(server: Serve) -> None:
    many = [f"X-{number}: a" for number in range(10_000)]
    refuse(server, post(EVALUATE, server.client_key, BODY, *many), 431)


def test_a_very_long_path_is_refused(server: Serve) -> None:
    refuse(server, post("/v1/evaluate/" + "a" * 8000, server.client_key, BODY), 414)


def test_an_announced_body_of_10_mb_is_refused_before_it_is_sent(server: Serve) -> None:
    head = post(EVALUATE, server.client_key, b"", "Content-Length: 10000000")
    with Wire(server.port) as wire:
        wire.send(head + b'{"context"')
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["code"]) == (413, "tooLarge")


@pytest.mark.parametrize("framing", ["length", "chunked"])
def test_a_body_of_10_mb_is_refused_also_to_a_client_that_sends_it_all(server: Serve, framing: str) -> None:
    body = b'{"context":{"userID":"' + b"a" * 10_000_000 + b'"}}'
    if framing == "chunked":
        request = post(EVALUATE, server.client_key, b"", "Transfer-Encoding: chunked")
        request += b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    else:
        request = post(EVALUATE, server.client_key, body)
    with Wire(server.port) as wire:
        wire.send(request)
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["code"]) == (413, "tooLarge")
        wire.expect_closed()


def test_methods_and_paths_that_are_not_there_are_named(server: Serve) -> None:
    caller = Client(server.url, server.client_key)
    wrong = caller.request("DELETE", "/v1/evaluate")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "methodNotAllowed")
    assert "POST" in wrong.headers["Allow"]
    missing = caller.request("GET", "/v1/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "notFound")


def test_pipelined_requests_are_answered_in_order(server: Serve) -> None:
    with Wire(server.port) as wire:
        keys = ("new_checkout", "no_such_flag", "dark_mode")
        wire.send(b"".join(post(f"/v1/evaluate/{key}", server.client_key, BODY) for key in keys))
        statuses = [wire.answer().status for _ in range(3)]
        assert statuses == [200, 404, 200]


def test_a_request_may_arrive_in_any_pieces(server: Serve) -> None:
    request = post(EVALUATE, server.client_key, BODY)
    with Wire(server.port) as wire:
        for size in (1, 7, 64):
            for start in range(0, len(request), size):
                wire.send(request[start : start + size])
            answer = wire.answer()
            assert (answer.status, json.loads(answer.body)["isEnabled"]) == (200, True)


def test_a_chunked_body_and_expect_100_continue_are_understood(server: Serve) -> None:
    with Wire(server.port) as wire:
        wire.send(post(EVALUATE, server.client_key, b"", "Transfer-Encoding: chunked", "Expect: 100-continue"))
        assert wire.answer().status == 100
        wire.send(b"5\r\n" + BODY[:5] + b"\r\n%x\r\n" % (len(BODY) - 5) + BODY[5:] + b"\r\n0\r\n\r\n")
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["isEnabled"]) == (200, True)
