"""Whether the flag set is the one that is described, alike in all three systems, and every program answers right."""

import collections
import re
from collections.abc import Callable

import eppo_format
import flag_set
import inputs
import reference
import unleash_format


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise SystemExit(f"the benchmark is not sound: {message}")


def flag_sets() -> None:
    """Checks the documents, without any of the programs."""
    people = inputs.contexts()
    _require(len({person["userID"] for person in people}) == inputs.CONTEXT_COUNT, "a user is there twice")
    matching = sum(reference.rule(person) is not None for person in people) / len(people)
    _require(0.28 < matching < 0.35, f"{matching:.1%} of the contexts match a rule")
    for draw in inputs.DRAWS:
        _check_ruleset(flag_set.ruleset(draw=draw), draw)
    for count in inputs.SIZES:
        asked = inputs.questions(count)
        _require(len(set(asked)) == min(count * len(people), inputs.QUESTION_COUNT), "a question is there twice")
        _require(len({flag for _, flag in asked}) > 0.99 * count, f"few of {count} flags are asked for")
    _check_same_rules(people)


def _check_ruleset(document: dict, draw: str | None) -> None:
    flags = document["flags"]
    _require(len(flags) == 100, f"there are {len(flags)} flags")
    salts = collections.Counter()
    for key, flag in flags.items():
        *rules, last = flag["rules"]
        _require([len(rule["when"]["all"]) for rule in rules] == [2, 2, 2], f"{key} has other rules")
        _require(all(rule["serve"] == "a" for rule in rules), f"a rule of {key} does not serve a")
        _require(last["rollout"]["percent"] == 25 and "when" not in last, f"{key} has another rollout")
        weights = {arm["variation"]: arm["weight"] for arm in last["serve"]["split"]}
        _require(weights == {"a": 334, "b": 333, "c": 333}, f"{key} has the weights {weights}")
        _require(flag["default"] == "off" and last["rollout"]["otherwise"] == "off", f"{key} is not off otherwise")
        _require(last["rollout"].get("draw") == last["serve"].get("draw") == draw, f"{key} has another draw")
        salts.update({last["rollout"]["salt"], last["serve"]["salt"]})
    _require(max(salts.values()) == 1, "two flags have one salt")
    _require(all(len(salt.split("/")[0]) == 8 for salt in salts), "a salt has not 8 characters")


def _check_same_rules(people: list[dict]) -> None:
    """The first rule that holds must have the same number in each system, for everybody and every flag."""
    strategies = {feature["name"]: feature["strategies"] for feature in unleash_format.features()["features"]}
    allocations = {key: flag["allocations"] for key, flag in eppo_format.configuration()["flags"].items()}
    wanted = [reference.rule(person) for person in people]
    # Rules are alike in all flags, so they are tried once for each form that they have.
    tried: list[object] = []
    for number in range(flag_set.FLAG_COUNT):
        key = flag_set.flag_key(number)
        _require(len(strategies[key]) == len(allocations[key]) == len(flag_set.RULES) + 1, f"{key} has other rules")
        constraints = [strategy["constraints"] for strategy in strategies[key][:-1]]
        conditions = [allocation["rules"][0]["conditions"] for allocation in allocations[key][:-1]]
        if (constraints, conditions) in tried:
            continue
        tried.append((constraints, conditions))
        for person, rule in zip(people, wanted):
            values = person["attributes"]
            _require(_first(constraints, _unleash_holds, values) == rule, f"Unleash, {key}, {person}")
            _require(_first(conditions, _eppo_holds, values) == rule, f"Eppo, {key}, {person}")


def _first(rules: list[list[dict]], holds: Callable[[dict, dict], bool], values: dict) -> int | None:
    return next((number for number, rule in enumerate(rules) if all(holds(part, values) for part in rule)), None)


def _unleash_holds(constraint: dict, values: dict) -> bool:
    value = str(values[constraint["contextName"]])
    match constraint["operator"]:
        case "IN":
            return value in constraint["values"]
        case "STR_ENDS_WITH":
            return value.endswith(tuple(constraint["values"]))
        case _:
            return float(value) >= float(constraint["value"])


def _eppo_holds(condition: dict, values: dict) -> bool:
    value = values[condition["attribute"]]
    match condition["operator"]:
        case "ONE_OF":
            return value in condition["value"]
        case "MATCHES":
            return re.search(condition["value"], value) is not None
        case _:
            return value >= condition["value"]


class Answers:
    """What the programs must answer to the questions about 100 flags."""

    def __init__(self) -> None:
        self.people = inputs.contexts()
        self.questions = inputs.questions(flag_set.FLAG_COUNT)
        self.matching = [reference.rule(self.people[context]) is not None for context, _ in self.questions]
        self.known: dict[str, str] = {}

    def check(self, answers: str, draw: str, who: str) -> None:
        """Checks one letter for each question; a program that only says on or off writes 1 and -."""
        _require(len(answers) == len(self.questions), f"{who} gave {len(answers)} answers")
        ruled = collections.Counter(letter for letter, matches in zip(answers, self.matching) if matches)
        _require(set(ruled) in ({"a"}, {"1"}), f"{who} answers {dict(ruled)} where a rule matches")
        rest = [letter for letter, matches in zip(answers, self.matching) if not matches]
        share = 1 - rest.count("-") / len(rest)
        _require(0.24 < share < 0.26, f"{who} has {share:.1%} of the rest in the rollout")
        if draw not in self.known:
            self.known[draw] = reference.answers(self.people, self.questions, draw)
        wanted = self.known[draw]
        if set(answers) == {"1", "-"}:
            wanted = "".join("-" if letter == "-" else "1" for letter in wanted)
        different = sum(given != right for given, right in zip(answers, wanted))
        _require(different == 0, f"{who} differs from the draw {draw} in {different} of {len(answers)} answers")
