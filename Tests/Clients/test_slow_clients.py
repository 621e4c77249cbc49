"""Clients that send too slowly are cut off by an absolute time, while others are served."""

import json
import subprocess
import time

import pytest

from kit.control import Client, expect
from kit.paths import serin_binary
from kit.serve import Serve
from kit.wire import Wire, post


@pytest.fixture(scope="module")
def header_time() -> int:
    """The seconds that a request's head may take: fewer than the server's 10 where it has an option for that."""
    usage = subprocess.run([serin_binary(), "serve", "--help"], capture_output=True, text=True, timeout=10)
    return 3 if "--header-timeout" in usage.stdout else 10


@pytest.fixture
def patient(fresh: Serve, header_time: int) -> Serve:
    if header_time != 10:
        fresh.options = ("--header-timeout", str(header_time))
    return fresh.start()


def trickle(wire: Wire, head: bytes, client: Client, within: float) -> float:
    """Sends a byte a second until the server answers or closes; says how long that took. Others ask in between."""
    start = time.monotonic()
    for byte in head:
        elapsed = time.monotonic() - start
        assert elapsed < within, f"still open after {elapsed:.1f} s of one byte a second"
        wire.send(bytes([byte]))
        if wire.wait(1):
            return time.monotonic() - start
        expect(client.evaluate("dark_mode"), 200)
    raise AssertionError("the head was too short for this test")


def test_a_head_that_comes_byte_by_byte_is_cut_off(patient: Serve, header_time: int) -> None:
    head = post("/v1/evaluate/dark_mode", patient.client_key, b"{}")
    with Wire(patient.port) as wire:
        took = trickle(wire, head, Client(patient.url, patient.client_key), header_time + 3)
        assert took > header_time - 1.5
        answer = wire.answer()
        assert (answer.status, json.loads(answer.body)["code"]) == (408, "requestTimeout")
        wire.expect_closed()
    patient.stop()


def test_a_hundred_slow_clients_do_not_slow_the_others(patient: Serve, header_time: int) -> None:
    wires = [Wire(patient.port) for _ in range(100)]
    try:
        for wire in wires:
            wire.send(b"POST /v1/evaluate HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        client = Client(patient.url, patient.client_key)
        times = []
        for _ in range(100):
            start = time.monotonic()
            expect(client.evaluate("dark_mode"), 200)
            times.append(time.monotonic() - start)
        assert sorted(times)[90] < 0.25
        for wire in wires:
            assert wire.answer(header_time + 3).status == 408
            wire.expect_closed()
    finally:
        for wire in wires:
            wire.socket.close()
    patient.stop()
