"""The flags and the requests of the benchmark, the same in every run.

100 flags; each has three rules of two conditions, then a rollout of 25 % over three variations. The contexts carry the
five attributes that the rules read and eighteen that they do not, as an app's context does.
"""

import json
import random

FLAG_COUNT = 100
BODY_COUNT = 16


def _flag(number: int) -> dict:
    def rule(index: int, *conditions: dict) -> dict:
        return {"id": f"r_{number:04x}{index:04x}", "when": {"all": list(conditions)}, "serve": "a"}

    def condition(attribute: str, op: str, value: object) -> dict:
        return {"attribute": attribute, "op": op, ("values" if op == "in" else "value"): value}

    salt = f"s{number:07}"
    return {
        "kind": "release",
        "owner": "benchmark",
        "variations": {"off": {"enabled": False}, **{name: {"enabled": True} for name in "abc"}},
        "off": "off",
        "default": "off",
        "rules": [
            rule(1, condition("country", "in", ["US", "CA"]), condition("plan", "equals", "enterprise")),
            rule(2, condition("email", "endsWith", "@acme.io"), condition("age", ">=", 30)),
            rule(3, condition("country", "equals", "DE"), condition("beta", "equals", "yes")),
            {
                "id": f"r_{number:04x}0004",
                "rollout": {"percent": 25, "salt": salt, "otherwise": "off"},
                "serve": {
                    "split": [{"variation": name, "weight": weight} for name, weight in zip("abc", (334, 333, 333))],
                    "salt": f"{salt}/variation",
                },
            },
        ],
    }


def flag_key(number: int) -> str:
    return f"flag_{number:03}"


def ruleset() -> dict:
    """The seed document."""
    flags = {flag_key(number): _flag(number) for number in range(FLAG_COUNT)}
    return {"schema": 1, "project": "benchmark", "environment": "production", "flags": flags}


def bodies() -> list[bytes]:
    """Request bodies of about 490 bytes, each with a user and attributes of its own."""
    chance = random.Random(20261130)
    result = []
    for number in range(BODY_COUNT):
        attributes: dict[str, object] = {
            "country": chance.choice(["US", "CA", "DE", "FR", "JP"]),
            "plan": chance.choice(["free", "pro", "pro", "enterprise"]),
            "email": f"user{number}@{chance.choice(['acme.io', 'example.com', 'example.com', 'mail.net'])}",
            "age": chance.randint(18, 60),
            "beta": chance.choice(["yes", "no", "no", "no"]),
        }
        attributes |= {f"attribute{extra:02}": chance.randint(100, 99_999) for extra in range(18)}
        context = {"userID": f"user-{number:05}", "attributes": attributes}
        result.append(json.dumps({"context": context}, sort_keys=True, separators=(",", ":")).encode())
    return result
