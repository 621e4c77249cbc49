"""The files that the measured programs read: rulesets of each system, contexts, and the order of the questions."""

import array
import json
import pathlib
import random

import eppo_format
import flag_set
import unleash_format

CONTEXT_COUNT = 1_000
# The flags a ruleset has where the cost against size is measured; each is asked at most so many questions in turn.
SIZES = (10, 100, 1_000, 10_000)
QUESTION_COUNT = 100_000
# None is Serin's own draw.
DRAWS = (None, "unleash")


def contexts() -> list[dict]:
    chance = random.Random(20261130)
    return [
        {"userID": flag_set.user_id(number), "attributes": flag_set.attributes(chance, number)}
        for number in range(CONTEXT_COUNT)
    ]


def questions(flag_count: int) -> list[tuple[int, int]]:
    """Numbers of a context and a flag in random order, each pair at most once."""
    chance = random.Random(flag_count)
    everything = range(CONTEXT_COUNT * flag_count)
    chosen = chance.sample(everything, min(len(everything), QUESTION_COUNT))
    return [divmod(number, flag_count) for number in chosen]


def ruleset_name(count: int, draw: str | None) -> str:
    return f"{draw or 'sha256'}-{count}"


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def write(folder: pathlib.Path) -> None:
    people = contexts()
    (folder / "contexts.json").write_text(_compact(people))
    rulesets = {(count, None) for count in SIZES} | {(flag_set.FLAG_COUNT, draw) for draw in DRAWS}
    for count, draw in rulesets:
        (folder / f"ruleset-{ruleset_name(count, draw)}.json").write_text(_compact(flag_set.ruleset(count, draw)))
    for count in SIZES:
        keys = "".join(f"{flag_set.flag_key(number)}\n" for number in range(count))
        (folder / f"keys-{count}.txt").write_text(keys)
        flat = array.array("I", [number for pair in questions(count) for number in pair])
        (folder / f"questions-{count}.bin").write_bytes(flat.tobytes())
    (folder / "unleash.json").write_text(_compact(unleash_format.features()))
    (folder / "eppo.json").write_text(_compact(eppo_format.configuration()))
