"""The README's walk-through as a person types it: demo server, command line, OFREP by curl, example app."""

import json
import pathlib

import pytest

from kit.paths import CHECKOUT
from kit.serve import Serve
from kit.shell import shell

CHECKOUT_RUN = "swift run --package-path Examples/Checkout --skip-build checkout --user alice"

ASK_OFREP = """
curl --silent --show-error --fail "$SERIN_URL/ofrep/v1/evaluate/flags/new_checkout" \
  --header "Authorization: Bearer $SERIN_CLIENT_KEY" --header "Content-Type: application/json" \
  --data '{"context": {"targetingKey": "alice"}}'
"""


@pytest.fixture
def demo(tmp_path: pathlib.Path) -> object:
    """The server of `script/server --demo`, with its data elsewhere."""
    serve = Serve(tmp_path / "serin-demo", CHECKOUT / "flags.json").start()
    yield serve
    if serve.is_running():
        serve.kill()


def test_the_demo_goes_from_a_green_button_to_a_killed_flag(demo: Serve) -> None:
    flag = json.loads((CHECKOUT / "flags.json").read_text())["flags"]["new_checkout"]
    default = flag["properties"]["button_color"]["default"]
    color = flag["variations"]["on"]["properties"]["button_color"]
    assert color != default

    # The lines that serve prints are pasted into the shell as they are; only the address is the test's own.
    lines = [line for line in demo.log().splitlines() if line.strip().startswith("export SERIN_")]
    exports = "\n".join([*lines, f"export SERIN_URL={demo.url}"])

    def run(script: str) -> str:
        return shell(script, exports)

    explained = run("serin evaluate new_checkout --user alice --explain")
    answer = json.loads(run("serin evaluate new_checkout --user alice --json"))
    assert answer["isEnabled"] is True
    assert answer["properties"]["button_color"] == color
    assert answer["ruleId"] in explained
    by_ofrep = json.loads(run(ASK_OFREP))
    assert by_ofrep["metadata"]["ruleId"] == answer["ruleId"]
    assert by_ofrep["metadata"]["button_color"] == color
    assert color in run(CHECKOUT_RUN)

    run("serin flags kill new_checkout --reason 'orders fail'")
    killed = json.loads(run("serin evaluate new_checkout --user alice --json"))
    assert (killed["isEnabled"], killed["ruleId"], killed["reason"]) == (False, "", "killed")
    assert killed["properties"]["button_color"] == default
    by_ofrep = json.loads(run(ASK_OFREP))
    assert (by_ofrep["reason"], by_ofrep["metadata"]["button_color"]) == ("DISABLED", default)
    printed = run(CHECKOUT_RUN)
    assert default in printed
    assert color not in printed

    run("serin flags unkill new_checkout")
    assert color in run(CHECKOUT_RUN)
    demo.stop()
