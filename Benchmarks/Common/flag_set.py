"""The flags and the people that every benchmark uses, the same in every run.

Each flag has three rules of two conditions, then a rollout of 25 % over three variations; otherwise it is off.
"""

import random

VARIATIONS = "abc"
WEIGHTS = (334, 333, 333)
PERCENT = 25
FLAG_COUNT = 100


def flag_key(number: int) -> str:
    return f"flag_{number:03}"


def salt(number: int) -> str:
    """Eight characters, as Serin makes them."""
    return f"s{number:07}"


def _condition(attribute: str, op: str, value: object) -> dict:
    return {"attribute": attribute, "op": op, ("values" if op == "in" else "value"): value}


# The conditions of the rules that serve variation a, in their order.
RULES = (
    (_condition("country", "in", ["US", "CA"]), _condition("plan", "equals", "enterprise")),
    (_condition("email", "endsWith", "@acme.io"), _condition("age", ">=", 30)),
    (_condition("country", "equals", "DE"), _condition("beta", "equals", "yes")),
)


def flag(number: int, draw: str | None = None) -> dict:
    """One flag. A draw of another system hashes the same salt twice; Serin's own takes a salt for each."""
    rules = [
        {"id": f"r_{number:04x}{index:04x}", "when": {"all": list(conditions)}, "serve": "a"}
        for index, conditions in enumerate(RULES, 1)
    ]
    named = {"draw": draw} if draw else {}
    rollout = {"percent": PERCENT, "salt": salt(number), "otherwise": "off", **named}
    split = {
        "split": [{"variation": name, "weight": weight} for name, weight in zip(VARIATIONS, WEIGHTS)],
        "salt": salt(number) + ("" if draw else "/variation"),
        **named,
    }
    rules.append({"id": f"r_{number:04x}{len(RULES) + 1:04x}", "rollout": rollout, "serve": split})
    return {
        "kind": "release",
        "owner": "benchmark",
        "variations": {"off": {"enabled": False}, **{name: {"enabled": True} for name in VARIATIONS}},
        "off": "off",
        "default": "off",
        "rules": rules,
    }


def ruleset(count: int = FLAG_COUNT, draw: str | None = None) -> dict:
    """A ruleset document, which is also a seed for a server."""
    flags = {flag_key(number): flag(number, draw) for number in range(count)}
    return {"schema": 1, "project": "benchmark", "environment": "production", "flags": flags}


def attributes(chance: random.Random, number: int) -> dict[str, str | int]:
    """The five attributes that the rules read."""
    return {
        "country": chance.choice(["US", "CA", "DE", "FR", "JP"]),
        "plan": chance.choice(["free", "pro", "pro", "enterprise"]),
        "email": f"user{number}@{chance.choice(['acme.io', 'example.com', 'example.com', 'mail.net'])}",
        "age": chance.randint(18, 60),
        "beta": chance.choice(["yes", "no", "no", "no"]),
    }


def user_id(number: int) -> str:
    return f"user-{number:05}"
