"""People on a real server: the first account by the printed secret, invitations, sessions and their cookies."""

import pathlib
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kit.control import Client, Control, expect, expect_problem
from kit.serve import Serve
from kit.shell import serin

PASSWORD = "correct horse battery"


class Browser(Client):
    """A client with the cookie of a session. (requests sends no Secure cookie without TLS, browsers do on this machine.)"""

    def __init__(self, url: str):
        super().__init__(url, None)

    def enter(self, path: str, body: dict) -> dict:
        """Asks for a session and keeps it."""
        response = self.request("POST", path, body)
        session = expect(response, 201 if path != "/api/v1/session" else 200)
        cookie = response.headers["Set-Cookie"]
        assert {"Secure", "HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
        self.session.headers["Cookie"] = cookie.split(";")[0]
        self.session.headers["X-CSRF-Token"] = session["csrfToken"]
        self.session.cookies.clear()
        return session

    def sign_in(self, email: str, password: str = PASSWORD) -> dict:
        return self.enter("/api/v1/session", {"email": email, "password": password})


def run(serve: Serve, *arguments: str) -> str:
    """What a command prints that must succeed."""
    result = serin(serve, *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture
def root(fresh: Serve) -> Browser:
    fresh.start()
    browser = Browser(fresh.url)
    account = {"email": "root@example.com", "name": "Root", "password": PASSWORD}
    assert browser.enter("/api/v1/setup", {"secret": fresh.exports["SERIN_SETUP"], **account})["instance"] is True
    return browser


def test_from_the_printed_secret_to_an_editor_by_the_command_line(fresh: Serve, root: Browser) -> None:
    again = {"secret": fresh.exports["SERIN_SETUP"], "email": "x@example.com", "name": "X", "password": PASSWORD}
    expect_problem(Client(fresh.url, None).request("POST", "/api/v1/setup", again), 409, "conflict")
    secret = run(fresh, "members", "invite", "ann@example.com", "--role", "editor").strip()
    ann = Browser(fresh.url)
    joined = ann.enter("/api/v1/invitations/accept", {"secret": secret, "name": "Ann", "password": PASSWORD})
    assert joined["projects"]["shop"]["role"] == "editor"
    assert "ann@example.com" in run(fresh, "members", "list")
    expect(ann.request("POST", f"{Control.environment}/flags/new_checkout/kill", {}), 200)
    run(fresh, "members", "set", "ann@example.com", "--role", "viewer")
    expect_problem(ann.request("GET", f"{Control.environment}/flags"), 401, "unauthorized")
    ann.sign_in("ann@example.com")
    expect_problem(ann.request("POST", f"{Control.environment}/flags/new_checkout/unkill", {}), 403, "forbidden")


def test_a_session_survives_a_restart_and_ends_by_signing_out(fresh: Serve, root: Browser) -> None:
    fresh.stop()
    fresh.start()
    root.url = fresh.url
    expect(root.request("GET", "/api/v1/session"), 200)
    assert root.request("DELETE", "/api/v1/session").status_code == 204
    expect_problem(root.request("GET", "/api/v1/session"), 401, "unauthorized")


def test_parallel_guesses_are_bounded_and_evaluations_go_on(fresh: Serve, root: Browser) -> None:
    def guess(number: int) -> int:
        body = {"email": f"{number % 40}@example.com", "password": f"guess {number}"}
        return Client(fresh.url, None).request("POST", "/api/v1/session", body).status_code

    client = Client(fresh.url, fresh.client_key)
    with ThreadPoolExecutor(40) as pool:
        guesses = [pool.submit(guess, number) for number in range(200)]
        while not all(one.done() for one in guesses):
            # Each within the client's own limit; how long it takes says nothing on a machine that is busy elsewhere.
            expect(client.evaluate("dark_mode"), 200)
    assert {one.result() for one in guesses} <= {401, 429, 503}
    status = pathlib.Path(f"/proc/{fresh.process.pid}/status")
    if status.exists():
        peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        assert int(peak.split()[1]) < 200 * 1024, peak


def test_the_database_holds_no_password_and_no_secret(fresh: Serve, root: Browser) -> None:
    invited = expect(root.request("POST", "/api/v1/invitations", {"email": "b@example.com", "root": True}), 201)
    token = expect(root.request("POST", "/api/v1/tokens", {"name": "laptop"}), 201)["value"]
    session = root.session.headers["Cookie"].split("=")[1]
    fresh.stop()
    with sqlite3.connect(fresh.data / "config.db") as database:
        dump = "\n".join(database.iterdump())
    assert "$argon2id$v=19$m=19456,t=2,p=1$" in dump
    for secret in (PASSWORD, invited["secret"], token, token.split("_")[3], session, fresh.exports["SERIN_SETUP"]):
        assert secret not in dump
        assert secret.encode().hex() not in dump.lower()


def test_use_is_written_down_at_the_latest_when_the_server_stops(fresh: Serve, root: Browser) -> None:
    fresh.stop()
    fresh.start()
    root.url = fresh.url
    tokens = expect(root.request("GET", "/api/v1/tokens"), 200)["tokens"]
    assert all(token["lastUsed"] is None for token in tokens)
    expect(Client(fresh.url, fresh.token).request("GET", "/api/v1/session"), 200)
    fresh.stop()
    fresh.start()
    root.url = fresh.url
    tokens = expect(root.request("GET", "/api/v1/tokens"), 200)["tokens"]
    assert [token["lastUsed"] for token in tokens] == [time.strftime("%Y-%m-%d", time.gmtime())]
