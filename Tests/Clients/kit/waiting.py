"""Waiting for a condition, never for a length of time."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(condition: Callable[[], T], within: float, what: str) -> T:
    """The first true value that `condition` gives; fails when `within` seconds pass without one."""
    deadline = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"after {within} s still not: {what}")
        time.sleep(0.01)
