"""Clients that write one after the other and remember what was acknowledged, until their server dies."""

import copy
import dataclasses
import threading
from collections.abc import Callable

import requests

from kit.control import Control
from kit.documents import release


@dataclasses.dataclass
class Write:
    """One write with the state of the flag that it leads to."""

    reason: str
    color: str
    is_killed: bool


class Writer(threading.Thread):
    """Creates a flag of its own, then replaces, kills and unkills it in turn."""

    def __init__(self, control: Control, key: str, count: int, acknowledged: Callable[[], None]):
        super().__init__(name=key)
        self.control = control
        self.key = key
        self.count = count
        self.acknowledge = acknowledged
        self.acknowledged: list[Write] = []
        # What was sent last and not answered: it may have happened or not, but never by half.
        self.in_flight: Write | None = None
        self.refusal: requests.Response | None = None
        self._view: dict = {}

    def run(self) -> None:
        for number in range(self.count):
            self.in_flight = self._write(number)
            try:
                response = self._send(number)
            except requests.ConnectionError:
                return
            if response.status_code not in (200, 201):
                self.refusal = response
                return
            self._view = response.json()
            self.acknowledged.append(self.in_flight)
            self.in_flight = None
            self.acknowledge()

    def _write(self, number: int) -> Write:
        """Numbers 0, 3, 6... write a new colour, 1, 4... kill and 2, 5... unkill."""
        return Write(f"{self.key}-{number}", f"color-{number // 3}", number % 3 == 1)

    def _send(self, number: int) -> requests.Response:
        write = self.in_flight
        if number % 3 == 1:
            return self.control.kill(self.key, write.reason)
        if number % 3 == 2:
            return self.control.unkill(self.key, write.reason)
        if number == 0:
            return self.control.create(self.key, release(write.color), write.reason)
        document = copy.deepcopy(self._view["document"])
        document["variations"]["on"]["properties"]["button_color"] = write.color
        return self.control.replace(self.key, document, f'"{self._view["etag"]}"', write.reason)
