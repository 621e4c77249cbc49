"""The published draw, computed apart from the server.

It is SHA-256 of "salt.unit", or of the unit alone when the salt is empty, modulo 10^8.
"""

import hashlib


def draw(salt: str, unit: str) -> int:
    """The number of a unit, from 0 up to 99,999,999."""
    text = f"{salt}.{unit}" if salt else unit
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big") % 100_000_000


def is_drawn(salt: str, unit: str, percent: float) -> bool:
    """Whether a rollout of so many percent includes the unit."""
    return draw(salt, unit) < round(percent * 1_000_000)


def split(salt: str, unit: str, weights: dict[str, int]) -> str:
    """The variation that a split gives to the unit."""
    total, reached = sum(weights.values()), 0
    for variation, weight in weights.items():
        reached += weight
        if draw(salt, unit) * total < 100_000_000 * reached:
            return variation
    raise AssertionError("the weights do not cover the draw")
