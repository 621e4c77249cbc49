"""The official OpenFeature SDK with its OFREP provider, against a real server."""

import json
from collections.abc import Callable, Iterator

import pytest
from openfeature import api
from openfeature.client import OpenFeatureClient
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.flag_evaluation import ErrorCode, Reason

from kit.control import Client, Control, expect
from kit.documents import release
from kit.draw import is_drawn, split
from kit.serve import Serve

USERS = [f"user-{number:03}" for number in range(200)]


def context(user: str = "alice", **attributes: object) -> EvaluationContext:
    return EvaluationContext(user, attributes)


@pytest.fixture
def connect(server: Serve) -> Iterator[Callable[..., OpenFeatureClient]]:
    """Makes an OpenFeature client that sends the given headers."""

    def make(**headers: str) -> OpenFeatureClient:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        api.set_provider_and_wait(OFREPProvider(server.url, headers_factory=lambda: named), "tests")
        return api.get_client("tests")

    yield make
    api.clear_providers()


@pytest.fixture
def features(connect: Callable[..., OpenFeatureClient], server: Serve) -> OpenFeatureClient:
    return connect(Authorization=f"Bearer {server.client_key}")


def test_values_of_every_type_come_from_the_matched_rule(features: OpenFeatureClient) -> None:
    assert features.get_boolean_value("new_checkout", False, context(country="DE")) is True
    assert features.get_string_value("button_color", "red", context(plan="pro")) == "green"
    assert features.get_integer_value("max_items", 0, context(age=30)) == 5
    assert features.get_float_value("discount", 0.0, context(appVersion="5.10.1")) == 1.5
    wide = {"columns": 2, "order": ["cart", "offers"]}
    assert features.get_object_value("page_layout", {}, context(beta=True)) == wide


def test_values_of_every_type_are_the_defaults_when_no_rule_matches(features: OpenFeatureClient) -> None:
    assert features.get_boolean_value("new_checkout", True, context(country="US")) is False
    assert features.get_string_value("button_color", "red", context(plan="free")) == "blue"
    assert features.get_integer_value("max_items", 0, context(age=17)) == 3
    assert features.get_float_value("discount", 0.0, context(appVersion="5.1.9")) == 0.25
    assert features.get_object_value("page_layout", {}, context(beta="true")) == {"columns": 1}


def test_a_matched_rule_gives_reason_variant_and_metadata(features: OpenFeatureClient) -> None:
    details = features.get_boolean_details("new_checkout", False, context(country="FR"))
    assert (details.value, details.variant, details.reason) == (True, "on", Reason.TARGETING_MATCH)
    metadata = dict(details.flag_metadata)
    assert json.loads(metadata.pop("layout")) == {"columns": 2}
    assert metadata == {"ruleId": "r_00000001", "button_color": "green", "max_items": 5, "compact": True}


def test_no_matching_rule_gives_reason_default_and_default_properties(features: OpenFeatureClient) -> None:
    details = features.get_boolean_details("new_checkout", True, context(country="US"))
    assert (details.value, details.variant, details.reason) == (False, "off", Reason.DEFAULT)
    metadata = dict(details.flag_metadata)
    assert json.loads(metadata.pop("layout")) == {"columns": 1}
    assert metadata == {"ruleId": "default", "button_color": "blue", "max_items": 3, "compact": False}


def test_a_flag_without_rules_gives_reason_static(features: OpenFeatureClient) -> None:
    details = features.get_boolean_details("dark_mode", False, context())
    assert (details.value, details.variant, details.reason) == (True, "on", Reason.STATIC)


def test_a_killed_flag_gives_reason_disabled_at_the_next_evaluation(
    features: OpenFeatureClient, control: Control, key: str
) -> None:
    expect(control.create(key, release(value="button_color")), 201)
    before = features.get_string_details(key, "red", context(country="DE"))
    assert (before.value, before.reason) == ("green", Reason.TARGETING_MATCH)
    expect(control.kill(key), 200)
    killed = features.get_string_details(key, "red", context(country="DE"))
    assert (killed.value, killed.variant, killed.reason) == ("blue", "off", Reason.DISABLED)
    assert dict(killed.flag_metadata) == {"ruleId": "", "button_color": "blue"}
    expect(control.unkill(key), 200)
    assert features.get_string_details(key, "red", context(country="DE")).value == "green"


def test_a_rollout_serves_exactly_the_users_that_the_published_draw_names(features: OpenFeatureClient) -> None:
    expected = {user for user in USERS if is_drawn("aB3dE5fG", user, 12.5)}
    details = {user: features.get_boolean_details("fast_search", False, context(user)) for user in USERS}
    assert {user for user in USERS if details[user].value} == expected
    assert 10 < len(expected) < 45
    assert {details[user].reason for user in expected} == {Reason.SPLIT}
    assert {detail.flag_metadata["ruleId"] for detail in details.values()} == {"r_00000006"}


def test_a_split_serves_the_variations_that_the_published_draw_names(features: OpenFeatureClient) -> None:
    texts = {"control": "Buy", "short": "Go", "long": "Buy it now"}
    weights = {"control": 50, "short": 30, "long": 20}
    for user in USERS:
        details = features.get_string_details("button_text", "", context(user))
        expected = split("Zx9Yw8Vu/variation", user, weights)
        assert (details.variant, details.value, details.reason) == (expected, texts[expected], Reason.SPLIT)


def test_an_unknown_flag_gives_flag_not_found_and_the_default(features: OpenFeatureClient) -> None:
    details = features.get_string_details("no_such_flag", "red", context())
    assert (details.value, details.error_code, details.reason) == ("red", ErrorCode.FLAG_NOT_FOUND, Reason.ERROR)
    assert details.error_message


def test_a_value_of_another_type_gives_type_mismatch_and_the_default(features: OpenFeatureClient) -> None:
    details = features.get_integer_details("button_color", 7, context(plan="pro"))
    assert (details.value, details.error_code, details.reason) == (7, ErrorCode.TYPE_MISMATCH, Reason.ERROR)


def test_no_context_at_all_is_an_empty_context(features: OpenFeatureClient) -> None:
    details = features.get_boolean_details("new_checkout", True)
    assert (details.value, details.reason) == (False, Reason.DEFAULT)


def test_the_key_may_come_as_x_api_key(connect: Callable[..., OpenFeatureClient], server: Serve) -> None:
    assert connect(X_API_Key=server.client_key).get_boolean_value("dark_mode", False, context()) is True


@pytest.mark.parametrize("kind", ["none", "wrong", "revoked", "admin"])
def test_a_key_that_may_not_evaluate_gives_the_default_and_the_providers_words_for_it(
    connect: Callable[..., OpenFeatureClient], server: Serve, control: Control, kind: str
) -> None:
    created = expect(control.create_key("client", "soon gone"), 201)
    assert expect(Client(server.url, created["value"]).ofrep("dark_mode"), 200)["value"] is True
    assert control.revoke_key(created["id"]).status_code == 204
    headers = {
        "none": {},
        "wrong": {"Authorization": f"Bearer {server.client_key[:-1]}x"},
        "revoked": {"Authorization": f"Bearer {created['value']}"},
        "admin": {"Authorization": f"Bearer {server.token}"},
    }
    details = connect(**headers[kind]).get_boolean_details("dark_mode", False, context())
    assert (details.value, details.error_code, details.reason) == (False, ErrorCode.GENERAL, Reason.ERROR)
    assert details.error_message == ("forbidden" if kind == "admin" else "unauthorized")
