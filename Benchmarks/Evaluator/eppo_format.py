"""The flag set as Eppo's flag configuration.

Exposure and variation are two shards of each split, which is the form that Eppo's own exports have.
"""

import re

import flag_set

_SHARDS = 10_000


def _condition(condition: dict) -> dict:
    # A suffix is a regular expression there, since it has no operator of its own.
    match condition["op"]:
        case "in":
            operator, value = "ONE_OF", condition["values"]
        case "equals":
            operator, value = "ONE_OF", [condition["value"]]
        case "endsWith":
            operator, value = "MATCHES", re.escape(condition["value"]) + "$"
        case _:
            operator, value = "GTE", condition["value"]
    return {"attribute": condition["attribute"], "operator": operator, "value": value}


def _allocation(key: str, conditions: tuple, splits: list[dict]) -> dict:
    rules = [{"conditions": [_condition(condition) for condition in conditions]}] if conditions else []
    return {"key": key, "rules": rules, "splits": splits, "doLog": False}


def _shard(salt: str, start: int, end: int) -> dict:
    return {"salt": salt, "ranges": [{"start": start, "end": end}]}


def _flag(number: int) -> dict:
    allocations = [
        _allocation(f"rule-{index}", conditions, [{"variationKey": "a", "shards": []}])
        for index, conditions in enumerate(flag_set.RULES, 1)
    ]
    salt, drawn, end, splits = flag_set.salt(number), _SHARDS * flag_set.PERCENT // 100, 0, []
    for name, weight in zip(flag_set.VARIATIONS, flag_set.WEIGHTS):
        start, end = end, end + weight * _SHARDS // sum(flag_set.WEIGHTS)
        splits.append({
            "variationKey": name,
            "shards": [_shard(salt, 0, drawn), _shard(f"{salt}/variation", start, end)],
        })
    allocations.append(_allocation("rollout", (), splits))
    return {
        "key": flag_set.flag_key(number), "enabled": True, "variationType": "STRING", "totalShards": _SHARDS,
        "variations": {name: {"key": name, "value": name} for name in flag_set.VARIATIONS},
        "allocations": allocations,
    }


def configuration() -> dict:
    return {
        "createdAt": "2026-11-30T00:00:00.000Z", "format": "SERVER", "environment": {"name": "benchmark"},
        "flags": {flag_set.flag_key(number): _flag(number) for number in range(flag_set.FLAG_COUNT)},
    }
