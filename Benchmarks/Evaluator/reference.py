"""What every answer has to be, computed anew: slow, and from each system's description rather than its code."""

import hashlib
from collections.abc import Callable

import flag_set

_DRAW_RANGE = 100_000_000
_EPPO_SHARDS = 10_000
_UNLEASH_VARIANT_SEED = 86_028_157


def rule(context: dict) -> int | None:
    """The number of the first rule whose conditions hold."""
    tests: dict[str, Callable] = {
        "in": lambda value, wanted: value in wanted,
        "equals": lambda value, wanted: value == wanted,
        "endsWith": lambda value, wanted: value.endswith(wanted),
        ">=": lambda value, wanted: value >= wanted,
    }
    for number, conditions in enumerate(flag_set.RULES):
        if all(
            tests[condition["op"]](
                context["attributes"][condition["attribute"]], condition.get("values") or condition["value"])
            for condition in conditions
        ):
            return number
    return None


def _arm(position: int, size: int) -> str:
    """The variation at a position, counted from 0, of a range that the weights share."""
    end = 0
    for name, weight in zip(flag_set.VARIATIONS, flag_set.WEIGHTS):
        end += weight
        if position * sum(flag_set.WEIGHTS) < size * end:
            return name
    return flag_set.VARIATIONS[-1]


def _serin(salt: str, unit: str) -> str:
    def draw(salt: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{salt}.{unit}".encode()).digest()) % _DRAW_RANGE

    if draw(salt) >= _DRAW_RANGE // 100 * flag_set.PERCENT:
        return "-"
    return _arm(draw(f"{salt}/variation"), _DRAW_RANGE)


def _unleash(salt: str, unit: str) -> str:
    text = f"{salt}:{unit}".encode()
    if _murmur3(text, 0) % 100 + 1 > flag_set.PERCENT:
        return "-"
    weights = sum(flag_set.WEIGHTS)
    return _arm(_murmur3(text, _UNLEASH_VARIANT_SEED) % weights, weights)


def _eppo(salt: str, unit: str) -> str:
    def shard(salt: str) -> int:
        return int(hashlib.md5(f"{salt}-{unit}".encode()).hexdigest()[:8], 16) % _EPPO_SHARDS

    if shard(salt) >= _EPPO_SHARDS // 100 * flag_set.PERCENT:
        return "-"
    return _arm(shard(f"{salt}/variation"), _EPPO_SHARDS)


def _murmur3(data: bytes, seed: int) -> int:
    """MurmurHash3 x86, 32 bits."""
    mask = 0xFFFFFFFF

    def rotated(value: int, by: int) -> int:
        return (value << by | value >> (32 - by)) & mask

    def scrambled(block: int) -> int:
        return rotated(block * 0xCC9E2D51 & mask, 15) * 0x1B873593 & mask

    hash, whole = seed, len(data) & ~3
    for start in range(0, whole, 4):
        hash ^= scrambled(int.from_bytes(data[start:start + 4], "little"))
        hash = (rotated(hash, 13) * 5 + 0xE6546B64) & mask
    if tail := data[whole:]:
        hash ^= scrambled(int.from_bytes(tail, "little"))
    hash ^= len(data)
    hash = (hash ^ hash >> 16) * 0x85EBCA6B & mask
    hash = (hash ^ hash >> 13) * 0xC2B2AE35 & mask
    return hash ^ hash >> 16


_DRAWS = {"sha256": _serin, "unleash": _unleash, "eppo": _eppo}


def answers(contexts: list[dict], questions: list[tuple[int, int]], draw: str) -> str:
    """One letter for each question: the variation, or - for off."""
    rules = [rule(context) for context in contexts]
    drawn = _DRAWS[draw]
    return "".join(
        "a" if rules[context] is not None else drawn(flag_set.salt(flag), contexts[context]["userID"])
        for context, flag in questions
    )
