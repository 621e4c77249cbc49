"""The README's walk-through as a person types it: demo server, command line, OFREP by curl, example app."""

import json
import pathlib
import re

import pytest

from kit.paths import CHECKOUT, PROJECT
from kit.serve import Serve
from kit.shell import shell

CHECKOUT_RUN = "swift run --package-path Examples/Checkout --skip-build checkout --user alice"

ASK_OFREP = """
curl --silent --show-error --fail "$SERIN_URL/ofrep/v1/evaluate/flags/new_checkout" \
  --header "Authorization: Bearer $SERIN_CLIENT_KEY" --header "Content-Type: application/json" \
  --data '{"context": {"targetingKey": "alice"}}'
"""


FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def walkthrough() -> list[tuple[str, list[str]]]:
    """The scripts of the README's "Try it", each with the lines that it is said to print; none when none are shown."""
    section = (PROJECT / "README.md").read_text().split("## Try it")[1].split("\n## ")[0]
    blocks = FENCE.findall(section)
    steps = []
    for (language, text), (next_language, next_text) in zip(blocks, [*blocks[1:], ("sh", "")]):
        if language == "sh" and not text.startswith("script/server"):
            shown = [] if next_language == "sh" else next_text.splitlines()
            # A remark is on standard error.
            steps.append((text, [line for line in shown if not line.startswith("serin: ")]))
    return steps


def exports(demo: Serve) -> str:
    """The lines that serve prints, to be run as they are; only the address is the test's own."""
    lines = [line for line in demo.log().splitlines() if line.strip().startswith("export SERIN_")]
    return "\n".join([*lines, f"export SERIN_URL={demo.url}"])


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

    def run(script: str) -> str:
        return shell(script, exports(demo))

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


def test_the_readme_shows_what_is_printed(demo: Serve) -> None:
    steps = walkthrough()
    assert [bool(shown) for _, shown in steps] == [True, True, True, True, False]
    for script, shown in steps:
        script = script.replace("http://127.0.0.1:8080", demo.url).replace("swift run", "swift run --skip-build")
        printed = shell(script, exports(demo))
        if shown:
            assert printed.splitlines() == shown, script
        else:
            assert [entry["action"] for entry in json.loads(printed)["entries"]] == ["flag.kill"]
    demo.stop()
