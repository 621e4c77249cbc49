"""The draw `statsig` against Statsig's own SDK, which reads its gates from memory and asks nobody."""

import hashlib
import json
import subprocess
import time
from collections.abc import Callable, Iterator

import pytest
from statsig_python_core import DataStore, Statsig, StatsigOptions, StatsigUser
from statsig_python_core.data_store import DataStoreResponse

from kit.paths import serin_binary

GATE_SALT, RULE_SALT = "5e1f0c.gate", "rule-salt"
SALT = f"{GATE_SALT}.{RULE_SALT}"
BUCKET_SALT = "experiment-42"
UNITS = ("alice", "user-007", "a", "0", "žluťoučký kůň", "e\u0301clair", "é", "\U0001f680rocket", "x" * 300, "u.v.w", "")

# 0.07 x 100 is more than 7 as doubles and 33.3 x 100 less than 3330: the comparison is not one of whole numbers.
UNEVEN = (0.07, 0.14, 0.28, 0.29, 1.1, 16.08, 33.3, 57.0, 70.07)


class Gates(DataStore):
    """What the SDK would otherwise download."""

    specs = ""

    def get(self, key: str) -> DataStoreResponse:
        return DataStoreResponse(result=self.specs, time=1)


def gate(percent: float, condition: str = "everyone") -> dict:
    """A gate with one rule that passes so many percent of those who fulfil the condition."""
    rule = {
        "name": "rule", "groupName": "rule", "id": "rule", "salt": RULE_SALT, "idType": "userID",
        "passPercentage": percent, "conditions": [condition], "returnValue": True,
    }
    return {
        "type": "feature_gate", "entity": "feature_gate", "salt": GATE_SALT, "idType": "userID", "version": 1,
        "enabled": True, "defaultValue": False, "rules": [rule],
    }


def condition(kind: str, **members: object) -> dict:
    """A condition; by itself it holds for everyone."""
    empty = {"targetValue": None, "operator": None, "field": None, "additionalValues": {}, "idType": "userID"}
    return {"type": kind, **empty, **members}


def bucket_below(end: int) -> dict:
    """The condition that a user's bucket of 1000 is below a number."""
    return condition("user_bucket", operator="lt", targetValue=end, additionalValues={"salt": BUCKET_SALT})


Check = Callable[[StatsigUser, str], bool]


@pytest.fixture
def statsig() -> Iterator[Callable[..., Check]]:
    """Makes an SDK of some gates and conditions; the result says whether a user passes a gate."""
    running = []

    def start(gates: dict, **conditions: dict) -> Check:
        store, options = Gates(), StatsigOptions()
        store.specs = json.dumps({
            "feature_gates": gates, "condition_map": {"everyone": condition("public"), **conditions},
            "dynamic_configs": {}, "layer_configs": {}, "layers": {}, "experiment_to_layer": {}, "id_lists": {},
            "has_updates": True, "time": int(time.time() * 1000),
        })
        options.data_store, options.disable_network, options.disable_all_logging = store, True, True
        sdk = Statsig("secret-offline", options)
        assert sdk.initialize().wait(timeout=30)
        running.append(sdk)
        assert sorted(sdk.get_feature_gate_list()) == sorted(gates), "the gates were not read"
        return sdk.check_gate

    yield start
    for sdk in running:
        sdk.shutdown().wait(timeout=30)


def draw(salt: str, unit: str, *options: str) -> dict:
    """What the command says about a unit."""
    command = [str(serin_binary()), "draw", "--json", "--algorithm", "statsig", "--salt", salt, "--unit", unit]
    result = subprocess.run(
        [*command, *options], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def unit_with(number: int) -> str:
    """An id that draws a number under the gate's salts."""
    for index in range(1_000_000):
        digest = hashlib.sha256(f"{SALT}.user-{index}".encode()).digest()
        if int.from_bytes(digest[:8], "big") % 10_000 == number:
            return f"user-{index}"
    raise AssertionError(f"no id draws {number}")


def test_a_unit_passes_at_the_same_percentages(statsig: Callable[..., Check]) -> None:
    numbers = {unit: draw(SALT, unit)["number"] for unit in UNITS}
    near = {unit: [number + step for step in (-2, -1, 0, 1, 2)] for unit, number in numbers.items()}
    check = statsig({str(end): gate(end / 100) for ends in near.values() for end in ends})
    for unit, ends in near.items():
        said = [draw(SALT, unit, "--percent", str(end / 100))["isIn"] for end in ends]
        assert said == [check(StatsigUser(user_id=unit), str(end)) for end in ends], f"{unit}: {numbers[unit]}"
        assert (said[0], said[-1]) == (False, True)


def test_percentages_are_multiplied_as_doubles(statsig: Callable[..., Check]) -> None:
    check = statsig({str(percent): gate(percent) for percent in UNEVEN})
    for percent in UNEVEN:
        for number in (round(percent * 100) + step for step in (-1, 0, 1)):
            unit = unit_with(number)
            said = draw(SALT, unit, "--percent", str(percent))
            assert said["number"] == number
            assert said["isIn"] == check(StatsigUser(user_id=unit), str(percent)), f"{number} at {percent} percent"


def test_a_split_draws_the_buckets_of_users(statsig: Callable[..., Check]) -> None:
    numbers = {unit: draw(BUCKET_SALT, unit, "--purpose", "split")["number"] for unit in UNITS}
    names = {end: f"bucket{end}" for number in numbers.values() for end in (number, number + 1)}
    check = statsig(
        {name: gate(100, name) for name in names.values()}, **{name: bucket_below(end) for end, name in names.items()}
    )
    for unit, number in numbers.items():
        passed = [check(StatsigUser(user_id=unit), names[end]) for end in (number, number + 1)]
        assert passed == [False, True], f"{unit}: {number}"


def test_a_user_without_an_id_draws_as_the_empty_id(statsig: Callable[..., Check]) -> None:
    number = draw(SALT, "")["number"]
    check = statsig({"below": gate((number - 1) / 100), "above": gate((number + 2) / 100)})
    user = StatsigUser(custom_ids={"device": "d-1"})
    assert [check(user, "below"), check(user, "above")] == [False, True]
