"""The server dies in the middle of its work: what it acknowledged is there afterwards, with its audit row."""

import contextlib
import random
import sqlite3
import threading
import time

import pytest

from kit.control import Client, Control, expect
from kit.serve import Serve
from kit.writers import Writer

CLIENTS = 8
WRITES = 1_000


def crash_while_writing(serve: Serve, name: str, after: int) -> list[Writer]:
    """Kills the server once it has acknowledged `after` of the writes of eight clients."""
    reached = threading.Event()
    lock = threading.Lock()
    total = 0

    def acknowledged() -> None:
        nonlocal total
        with lock:
            total += 1
            if total >= after:
                reached.set()

    writers = [
        Writer(Control(serve.url, serve.token), f"{name}_{number}", WRITES // CLIENTS, acknowledged)
        for number in range(CLIENTS)
    ]
    for writer in writers:
        writer.start()
    try:
        assert reached.wait(60), f"only {total} of {after} writes were acknowledged within 60 s"
    finally:
        serve.kill()
        for writer in writers:
            writer.join()
    assert [writer.refusal.text for writer in writers if writer.refusal] == []
    assert total < WRITES, "the server died too late for this test"
    return writers


def check_writer(writer: Writer, control: Control, client: Client, reasons: list[str]) -> None:
    """Checks that the flag is as the last write left it that is in the log, and that no acknowledged one is missing."""
    mine = [reason for reason in reasons if reason.startswith(f"{writer.key}-")]
    expected = list(writer.acknowledged)
    if writer.in_flight and writer.in_flight.reason in mine:
        expected.append(writer.in_flight)
    assert mine == [write.reason for write in expected]
    if not expected:
        assert control.read(writer.key).status_code == 404
        return
    view = expect(control.read(writer.key), 200)
    last = expected[-1]
    assert view["killed"] == last.is_killed
    assert view["document"]["variations"]["on"]["properties"]["button_color"] == last.color
    answer = expect(client.evaluate(writer.key, attributes={"country": "DE"}), 200)
    assert answer["isEnabled"] == (not last.is_killed)
    assert answer["properties"]["button_color"] == ("blue" if last.is_killed else last.color)


def check_files(serve: Serve) -> None:
    """Checks every database of a stopped server with SQLite's own means."""
    databases = list(serve.data.rglob("*.db"))
    assert databases, f"no database in {serve.data}"
    for database in databases:
        with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], database
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == [], database


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_acknowledged_writes_survive_a_kill_with_their_audit_rows(fresh: Serve, seed: int) -> None:
    chance = random.Random(seed)
    fresh.start()
    for round in range(3):
        before = Control(fresh.url, fresh.token).last_sequence()
        writers = crash_while_writing(fresh, f"crash_{round}", chance.randint(5, 800))

        start = time.monotonic()
        fresh.start()
        assert time.monotonic() - start < 5, "recovery takes too long"
        control, client = Control(fresh.url, fresh.token), Client(fresh.url, fresh.client_key)
        rows = control.audit()
        assert [row["sequence"] for row in rows] == list(range(1, len(rows) + 1))
        reasons = [row["reason"] for row in rows[before:] if row["environment"] == "production"]
        for writer in writers:
            check_writer(writer, control, client, reasons)
        # What was there before is still there, and writing goes on.
        assert expect(client.evaluate("new_checkout", attributes={"country": "DE"}), 200)["isEnabled"] is True
        expect(control.kill("new_checkout", f"after crash {round}"), 200)
        expect(control.unkill("new_checkout"), 200)

        fresh.stop()
        check_files(fresh)
        fresh.start()
    fresh.stop()


def test_a_clean_restart_gives_the_same_answers_and_validators(fresh: Serve) -> None:
    fresh.start()
    client = Client(fresh.url, fresh.client_key)
    before = client.evaluate_all(userID="alice", attributes={"country": "DE"})
    ruleset = Control(fresh.url, fresh.token).ruleset()
    fresh.stop()

    fresh.start()
    assert "export SERIN_" not in fresh.log(), "only the first start may print keys"
    again = Client(fresh.url, fresh.client_key)
    after = again.evaluate_all(userID="alice", attributes={"country": "DE"})
    assert expect(after, 200) == expect(before, 200)
    not_modified = again.evaluate_all(before.headers["ETag"], userID="alice", attributes={"country": "DE"})
    assert (after.headers["ETag"], not_modified.status_code) == (before.headers["ETag"], 304)
    assert Control(fresh.url, fresh.token).ruleset() == ruleset
    fresh.stop()
