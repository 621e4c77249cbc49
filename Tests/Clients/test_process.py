"""The server as a process: its start, its lock, its signals and its end."""

import json
import signal
import subprocess

import pytest

from kit.control import Client, Control, expect
from kit.paths import SEED
from kit.serve import Serve
from kit.waiting import eventually
from kit.wire import Wire, post
from kit.writers import Writer

BODY = b'{"context":{"userID":"alice","attributes":{"country":"DE"}}}'


def run(serve: Serve) -> subprocess.CompletedProcess:
    """Runs a serve command that is expected to end by itself."""
    return subprocess.run(serve.command(), capture_output=True, text=True, timeout=20)


def test_a_second_server_on_the_same_folder_is_refused_by_the_pid_of_the_first(fresh: Serve) -> None:
    fresh.start()
    second = run(Serve(fresh.data, SEED))
    assert second.returncode == 75
    assert str(fresh.process.pid) in second.stderr
    assert expect(Client(fresh.url, fresh.client_key).evaluate("dark_mode"), 200)["isEnabled"] is True
    fresh.stop()
    # The lock goes with the process, also when it is killed.
    fresh.start().kill()
    fresh.start().stop()


def test_a_port_that_is_taken_is_named(fresh: Serve, tmp_path) -> None:
    fresh.start()
    other = Serve(tmp_path / "other", SEED)
    other.port = fresh.port
    result = run(other)
    assert result.returncode != 0
    assert str(fresh.port) in result.stderr
    fresh.stop()


def test_a_seed_with_a_mistake_is_refused_by_its_path_and_leaves_no_store(fresh: Serve, tmp_path) -> None:
    document = json.loads(SEED.read_text())
    document["flags"]["fast_search"]["rules"][0]["rollout"]["percent"] = 120
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(document))
    result = run(Serve(fresh.data, bad))
    assert result.returncode != 0
    assert f"serin: {bad} cannot be the seed: 1 problem\n" in result.stderr
    assert "flags.fast_search.rules[0].rollout.percent: 120 is not between 0 and 100" in result.stderr
    # Put right, the same folder can be used.
    fresh.start()
    assert expect(Client(fresh.url, fresh.client_key).evaluate("dark_mode"), 200)["isEnabled"] is True
    fresh.stop()


def test_the_seed_is_read_at_the_first_start_only(fresh: Serve) -> None:
    fresh.start()
    expect(Control(fresh.url, fresh.token).kill("dark_mode"), 200)
    fresh.stop()
    fresh.start()
    answer = expect(Client(fresh.url, fresh.client_key).evaluate("dark_mode"), 200)
    assert answer["reason"] == "killed"
    fresh.stop()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)
def test_a_signal_ends_an_idle_server_with_code_0(fresh: Serve, by: signal.Signals) -> None:
    fresh.start()
    keep_alive = Client(fresh.url, fresh.client_key)
    expect(keep_alive.evaluate("dark_mode"), 200)
    with Wire(fresh.port) as silent:
        fresh.stop(by)
        silent.expect_closed()


def test_a_request_that_runs_at_sigterm_is_answered(fresh: Serve) -> None:
    fresh.start()
    request = post("/v1/evaluate/new_checkout", fresh.client_key, BODY)
    with Wire(fresh.port) as wire:
        # The head and half of the body have arrived: an answer over the same connection says that they were read.
        wire.send(post("/v1/evaluate/dark_mode", fresh.client_key, b"{}") + request[: -len(BODY) // 2])
        assert wire.answer().status == 200
        fresh.process.send_signal(signal.SIGTERM)
        eventually(lambda: fresh.ready_status() != 200, 10, "the server no longer says that it is ready")
        assert fresh.is_running()
        wire.send(request[-len(BODY) // 2 :])
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["isEnabled"]) == (200, True)
        wire.expect_closed()
    fresh.expect_exit(0)


def test_many_writes_under_way_at_sigterm_are_done_or_refused(fresh: Serve) -> None:
    fresh.start()
    count = 0

    def acknowledged() -> None:
        nonlocal count
        count += 1

    writers = [Writer(Control(fresh.url, fresh.token), f"stop_{n}", 1000, acknowledged) for n in range(4)]
    for writer in writers:
        writer.start()
    eventually(lambda: count >= 40, 20, "40 writes are acknowledged")
    fresh.stop()
    for writer in writers:
        writer.join()
        assert writer.refusal is None or writer.refusal.status_code == 503, writer.refusal.text
    fresh.start()
    reasons = {row["reason"] for row in Control(fresh.url, fresh.token).audit()}
    for writer in writers:
        assert {write.reason for write in writer.acknowledged} <= reasons
    fresh.stop()
