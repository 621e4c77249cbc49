"""Keys and tokens: made, listed, used, revoked, and kept apart by what each may do."""

import re
import zlib

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.serve import Serve

TOKEN = re.compile(r"srn_(client|server|admin)_[a-z2-7]{16}_[a-z2-7]{52}_[0-9a-f]{8}")


def with_checksum(body: str) -> str:
    """A token of the right form: the last part is the CRC-32 of all before it."""
    return f"{body}_{zlib.crc32(body.encode()):08x}"


@pytest.mark.parametrize("kind", ["client", "server", "admin"])
def test_a_created_key_has_the_published_form_and_works(control: Control, server: Serve, kind: str) -> None:
    created = expect(control.create_key(kind, "for a test"), 201)
    value = created["value"]
    assert TOKEN.fullmatch(value)
    assert value == with_checksum(value.rpartition("_")[0])
    assert value.split("_")[1:3] == [kind, created["id"]]
    if kind == "admin":
        assert "new_checkout" in {flag["key"] for flag in Control(server.url, value).flags()}
    else:
        assert expect(Client(server.url, value).evaluate("dark_mode"), 200)["isEnabled"] is True


def test_only_client_keys_are_shown_again(control: Control) -> None:
    created = {kind: expect(control.create_key(kind, kind), 201) for kind in ("client", "server", "admin")}
    listed = control.keys()
    for kind, key in created.items():
        entry = listed[key["id"]]
        assert (entry["kind"], entry["name"], entry.get("revokedAt")) == (kind, kind, None)
        assert entry.get("value") == (key["value"] if kind == "client" else None)
        assert entry.get("environment") == (None if kind == "admin" else "production")


def test_secrets_are_in_no_list_and_in_no_audit_row(control: Control, server: Serve) -> None:
    secret = expect(control.create_key("server", "secret"), 201)["value"].split("_")[3]
    assert secret not in str(control.keys())
    assert secret not in str(control.audit())
    assert secret not in server.log()


def test_a_revoked_key_is_refused_at_once(control: Control, server: Serve) -> None:
    created = expect(control.create_key("client", "short-lived"), 201)
    client = Client(server.url, created["value"])
    expect(client.evaluate("dark_mode"), 200)
    assert control.revoke_key(created["id"]).status_code == 204
    expect_problem(client.evaluate("dark_mode"), 401, "unauthorized")
    assert control.revoke_key(created["id"]).status_code == 204
    assert control.keys()[created["id"]]["revokedAt"]


def test_revoking_a_key_that_never_was_is_not_found(control: Control) -> None:
    expect_problem(control.revoke_key("a" * 16), 404, "notFound")


def foreign_token(case: str, key: str) -> str | None:
    """A token that the server never gave out, made from one that it did."""
    kind, id, secret = key.split("_")[1:4]
    match case:
        case "none":
            return None
        case "something else":
            return "hello"
        case "unknown id":
            return with_checksum(f"srn_client_{'a' * 16}_{'b' * 52}")
        case "wrong secret":
            return with_checksum(f"srn_{kind}_{id}_{secret[:-1]}{'b' if secret.endswith('a') else 'a'}")
        case "another kind":
            return with_checksum(f"srn_admin_{id}_{secret}")
        case "wrong checksum":
            return key[:-1] + ("1" if key.endswith("0") else "0")
        case "cut short":
            return key[:-10]
        case "longer":
            return key + "0"
    raise AssertionError(case)


@pytest.mark.parametrize(
    "case",
    ["none", "something else", "unknown id", "wrong secret", "another kind", "wrong checksum", "cut short", "longer"],
)
def test_a_token_that_was_never_given_out_is_unauthorized_everywhere(server: Serve, case: str) -> None:
    caller = Control(server.url, foreign_token(case, server.client_key))
    for response in (
        caller.evaluate("dark_mode"),
        caller.evaluate_all(),
        caller.request("GET", f"{caller.environment}/flags"),
        caller.kill("dark_mode"),
    ):
        expect_problem(response, 401, "unauthorized")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert caller.ofrep("dark_mode").status_code == 401


def test_an_admin_token_may_not_evaluate(control: Control) -> None:
    expect_problem(control.evaluate("dark_mode"), 403, "forbidden")
    expect_problem(control.evaluate_all(), 403, "forbidden")
    assert control.ofrep("dark_mode").status_code == 403


@pytest.mark.parametrize("kind", ["client", "server"])
def test_client_and_server_keys_may_not_use_the_control_api(control: Control, server: Serve, kind: str) -> None:
    caller = Control(server.url, expect(control.create_key(kind, "curious"), 201)["value"])
    for response in (
        caller.request("GET", "/api/v1/projects"),
        caller.read("new_checkout"),
        caller.kill("new_checkout"),
        caller.create_key("admin", "mine"),
        caller.request("GET", f"{caller.project}/audit"),
        caller.request("GET", f"{caller.environment}/ruleset"),
    ):
        expect_problem(response, 403, "forbidden")
        assert "r_00000001" not in response.text
    assert expect(control.read("new_checkout"), 200)["killed"] is False


def test_the_key_may_come_as_x_api_key(server: Serve) -> None:
    caller = Client(server.url, None)
    answer = caller.request("POST", "/v1/evaluate/dark_mode", {}, X_API_Key=server.client_key)
    assert expect(answer, 200)["isEnabled"] is True


def test_health_needs_no_key(server: Serve) -> None:
    caller = Client(server.url, None)
    assert expect(caller.request("GET", "/healthz"), 200) == {"status": "ok"}
    ready = expect(caller.request("GET", "/readyz"), 200)
    assert (ready["status"], ready["reasons"]) == ("ok", [])
    (environment,) = (e for e in ready["environments"] if (e["project"], e["key"]) == ("shop", "production"))
    assert environment["revision"] >= 1
    page = caller.request("GET", "/")
    assert (page.status_code, page.headers["Content-Type"].split(";")[0]) == (200, "text/html")
