"""The requests of the benchmark, the same in every run.

The contexts carry the five attributes that the rules read and eighteen that they do not, as an app's context does.
"""

import json
import random

import flag_set

BODY_COUNT = 16


def bodies() -> list[bytes]:
    """Request bodies of about 490 bytes, each with a user and attributes of its own."""
    chance = random.Random(20261130)
    result = []
    for number in range(BODY_COUNT):
        attributes: dict[str, object] = dict(flag_set.attributes(chance, number))
        attributes |= {f"attribute{extra:02}": chance.randint(100, 99_999) for extra in range(18)}
        context = {"userID": flag_set.user_id(number), "attributes": attributes}
        result.append(json.dumps({"context": context}, sort_keys=True, separators=(",", ":")).encode())
    return result
