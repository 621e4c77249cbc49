"""The command line against a real server, as one program with its exit codes."""

import json
import pathlib

import pytest

from kit.control import Client, Control, expect
from kit.documents import release, ruleset
from kit.draw import draw
from kit.serve import Serve
from kit.shell import serin


def test_a_kill_from_the_command_line_is_off_at_the_next_evaluation(
    server: Serve, control: Control, client: Client, key: str
) -> None:
    expect(control.create(key, release()), 201)
    context = {"userID": "alice", "attributes": {"country": "DE"}}
    assert expect(client.evaluate(key, **context), 200)["isEnabled"] is True
    killed = serin(server, "flags", "kill", key, "--reason", "orders fail")
    assert killed.returncode == 0, killed.stderr
    answer = expect(client.evaluate(key, **context), 200)
    assert (answer["isEnabled"], answer["ruleId"], answer["properties"]) == (False, "", {"button_color": "blue"})
    assert control.audit()[-1]["reason"] == "orders fail"
    assert serin(server, "flags", "unkill", key).returncode == 0
    assert expect(client.evaluate(key, **context), 200)["isEnabled"] is True


def test_evaluate_explains_which_rule_decided(server: Serve) -> None:
    arguments = ("evaluate", "new_checkout", "--user", "alice", "--attribute", "country=DE", "--explain")
    text = serin(server, *arguments)
    assert text.returncode == 0, text.stderr
    assert "r_00000001" in text.stdout
    document = json.loads(serin(server, *arguments, "--json").stdout)
    assert (document["evaluation"]["isEnabled"], document["evaluation"]["ruleId"]) == (True, "r_00000001")
    assert "r_00000001" in json.dumps(document["explanation"])


def test_evaluate_asks_with_a_client_key_too(server: Serve) -> None:
    result = serin(server, "evaluate", "button_color", "--attribute", "plan=pro", "--json", token=server.client_key)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["properties"] == {"color": "green"}


def test_lists_and_views_are_the_control_apis(server: Serve, control: Control) -> None:
    listed = json.loads(serin(server, "flags", "list", "--json").stdout)
    assert {flag["key"] for flag in listed["flags"]} == {flag["key"] for flag in control.flags()}
    shown = json.loads(serin(server, "flags", "show", "new_checkout", "--json").stdout)
    assert shown == expect(control.read("new_checkout"), 200)


def test_a_file_is_applied_as_a_whole_or_not_at_all(
    server: Serve, control: Control, key: str, tmp_path: pathlib.Path
) -> None:
    document = release()
    document["rules"][0]["id"] = "r_0000000a"
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(ruleset(**{key: document})))
    bad.write_text(json.dumps(ruleset(**{key: {**document, "default": "onn"}})))
    refused = serin(server, "flags", "apply", str(bad))
    assert (refused.returncode, control.read(key).status_code) == (65, 404)
    assert f"flags.{key}.default" in refused.stderr
    applied = serin(server, "flags", "apply", str(good))
    assert applied.returncode == 0, applied.stderr
    assert expect(control.read(key), 200)["document"]["rules"][0]["id"] == "r_0000000a"


def test_the_draw_command_prints_the_published_draw(server: Serve) -> None:
    for salt, unit in (("aB3dE5fG", "alice"), ("aB3dE5fG", "user-007"), ("", "\U0001f426"), ("s", "e\u0301")):
        result = serin(server, "draw", "--salt", salt, "--unit", unit)
        assert result.returncode == 0, result.stderr
        assert int(result.stdout) == draw(salt, unit)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("flags kill no_such_flag", 5),
        ("evaluate no_such_flag", 5),
        ("flags kil new_checkout", 64),
        ("flags kill", 64),
        ("flags list --url http://127.0.0.1:9", 4),
    ],
)
def test_failures_have_their_exit_codes_and_one_plain_message(server: Serve, arguments: str, code: int) -> None:
    result = serin(server, *arguments.split())
    assert (result.returncode, result.stdout) == (code, "")
    assert result.stderr.strip()
    assert server.token not in result.stderr


def test_a_client_key_and_a_foreign_token_may_not_kill(server: Serve, control: Control) -> None:
    for token in (server.client_key, server.token[:-1] + ("0" if server.token[-1] != "0" else "1")):
        result = serin(server, "flags", "kill", "new_checkout", token=token)
        assert result.returncode == 3
        assert token not in result.stdout + result.stderr
    assert expect(control.read("new_checkout"), 200)["killed"] is False
