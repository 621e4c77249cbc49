"""Eppo's engine under measurement, in the environment that has it. Speaks the protocol of programs.py.

Modes: `assignment`, and `unknown`, the same call for a flag that does not exist, which is the price of the call itself.
"""

import array
import json
import pathlib
import sys
import time

from eppo_client import AssignmentLogger, ClientConfig, Configuration, init

BATCH = 2_000


class Asked:
    """The questions, with everything that is known beforehand made beforehand."""

    def __init__(self, folder: pathlib.Path):
        keys = (folder / "keys-100.txt").read_text().split()
        contexts = json.loads((folder / "contexts.json").read_text())
        people = [(context["userID"], context["attributes"]) for context in contexts]
        numbers = array.array("I", (folder / "questions-100.bin").read_bytes())
        known = [(keys[flag], *people[context]) for context, flag in zip(numbers[::2], numbers[1::2])]
        self.asked = 0
        self.questions = {
            "assignment": known,
            "unknown": [("flag_xxx", *question[1:]) for question in known],
        }
        logger = AssignmentLogger()
        configuration = Configuration(flags_configuration=(folder / "eppo.json").read_bytes())
        # Without a poll interval it never asks anybody for flags; the address leads nowhere for good measure.
        self.client = init(ClientConfig(
            api_key="none", base_url="http://127.0.0.1:9", assignment_logger=logger, poll_interval_seconds=None,
            initial_configuration=configuration))

    def answers(self, mode: str) -> str:
        ask = self.client.get_string_assignment
        return "".join(ask(*question, "-") for question in self.questions[mode])

    def measure(self, mode: str, milliseconds: int) -> tuple[int, int]:
        """How many evaluations took how many nanoseconds of this thread."""
        ask, questions = self.client.get_string_assignment, self.questions[mode]
        count, start, limit = 0, time.thread_time_ns(), milliseconds * 1_000_000
        while (taken := time.thread_time_ns() - start) < limit:
            position = (self.asked + count) % len(questions)
            for key, user, attributes in questions[position:position + BATCH]:
                ask(key, user, attributes, "-")
            count += BATCH
        self.asked += count
        return count, taken


def main() -> None:
    asked = Asked(pathlib.Path(sys.argv[1]))
    for line in sys.stdin:
        command, mode, argument = line.split()
        if mode not in asked.questions:
            print(f"refused there is no mode {mode}", flush=True)
        elif command == "answers":
            pathlib.Path(argument).write_text(asked.answers(mode))
            print("ok", flush=True)
        else:
            print("ok", *asked.measure(mode, int(argument)), flush=True)


if __name__ == "__main__":
    main()
