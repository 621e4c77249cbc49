"""The table that the schemas of properties are tested with says what JSON Schema 2020-12 means.

    SERIN_RECORD_SNAPSHOTS=1 .venv/bin/python -m pytest Tests/Package/test_property_schemas.py

writes the generated half anew, by the validator; the facts above it are written by hand and only checked.
"""

import json
import os
import pathlib
import random

import jsonschema_rs

TABLE = pathlib.Path(__file__).parents[1] / "SerinFlagsTests" / "Vectors" / "property-schemas.json"
CASES = 600


def is_valid(schema: dict, value: object) -> bool:
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


class Generator:
    """Random schemas of the keywords that a property's schema may have, and values that are near them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def scalar(self) -> object:
        return self.random.choice(
            [None, True, False, 0, 1, 1.0, -1, 2, 2.5, 3, 10, 1e300, "", "a", "ab", "b1", "aaa", "é", "e\u0301", "👍🏽"]
        )

    def value(self, depth: int = 0) -> object:
        kind = self.random.random()
        if depth < 3 and kind < 0.25:
            return [self.value(depth + 1) for _ in range(self.random.randrange(4))]
        if depth < 3 and kind < 0.5:
            names = self.random.sample(["a", "b", "c"], self.random.randrange(4))
            return {name: self.value(depth + 1) for name in names}
        return self.scalar()

    def bound(self) -> int:
        return self.random.randrange(4)

    def schema(self, depth: int = 0) -> dict:
        pick = self.random
        types = ["null", "boolean", "object", "array", "number", "string", "integer"]
        makers = {
            "type": lambda: pick.choice([pick.choice(types), pick.sample(types, pick.randrange(1, 4))]),
            "enum": lambda: [self.value(2) for _ in range(pick.randrange(1, 5))],
            "const": lambda: self.value(2),
            "required": lambda: pick.sample(["a", "b", "c"], pick.randrange(3)),
            "minimum": lambda: pick.choice([-1, 0, 1, 1.5, 2]),
            "maximum": lambda: pick.choice([0, 1, 2.5, 3]),
            "minLength": self.bound,
            "maxLength": self.bound,
            "minItems": self.bound,
            "maxItems": self.bound,
            "pattern": lambda: pick.choice(["a", "^a+$", "[0-9]", "^$", "^(ab|b1)$", "^.$"]),
        }
        if depth < 3:
            makers["properties"] = lambda: {
                name: self.schema(depth + 1) for name in pick.sample(["a", "b", "c"], pick.randrange(1, 3))
            }
            makers["items"] = lambda: self.schema(depth + 1)
        return {name: makers[name]() for name in pick.sample(sorted(makers), pick.randrange(4))}

    def instance(self, schema: dict, depth: int = 0) -> object:
        """A value that the schema has a say about: mostly one that it may allow."""
        pick = self.random
        if pick.random() < 0.15 or depth > 4:
            return self.value(2)
        if "const" in schema and pick.random() < 0.7:
            return schema["const"]
        if schema.get("enum") and pick.random() < 0.7:
            return pick.choice(schema["enum"])
        if "properties" in schema or "required" in schema:
            inner = schema.get("properties", {})
            names = set(inner) | set(schema.get("required", []))
            return {
                name: self.instance(inner.get(name, {}), depth + 1)
                for name in sorted(names)
                if pick.random() < 0.85
            }
        if "items" in schema or "minItems" in schema or "maxItems" in schema:
            return [self.instance(schema.get("items", {}), depth + 1) for _ in range(pick.randrange(4))]
        return self.value(1)


def generated() -> list[dict]:
    generator = Generator(2027)
    cases = []
    while len(cases) < CASES:
        schema = generator.schema()
        value = generator.instance(schema)
        cases.append({"schema": schema, "value": value, "valid": is_valid(schema, value)})
    return cases


def lines(cases: list[dict]) -> str:
    return ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in cases)


def test_the_facts_are_those_of_json_schema() -> None:
    wrong = [
        fact for fact in json.loads(TABLE.read_text())["facts"] if is_valid(fact["schema"], fact["value"]) != fact["valid"]
    ]
    assert wrong == []


def test_the_generated_cases_are_judged_as_the_validator_judges_them() -> None:
    table = json.loads(TABLE.read_text())
    if os.environ.get("SERIN_RECORD_SNAPSHOTS"):
        table["generated"] = generated()
        text = f'{{\n  "facts": [\n{lines(table["facts"])}\n  ],\n  "generated": [\n{lines(table["generated"])}\n  ]\n}}\n'
        TABLE.write_text(text)
    cases = table["generated"]
    assert len(cases) == CASES
    assert [case for case in cases if is_valid(case["schema"], case["value"]) != case["valid"]] == []
    # A table in which nearly everything is allowed, or nothing, would find no mistake.
    assert 0.25 < sum(case["valid"] for case in cases) / CASES < 0.75
