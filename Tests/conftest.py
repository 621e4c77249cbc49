"""What all tests in Python share: `--matching`, which picks tests by a regular expression."""

import re

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matching", metavar="REGEX", help="run only tests whose file or name matches")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    pattern = config.getoption("--matching")
    if pattern:
        chosen = [item for item in items if re.search(pattern, item.nodeid)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen
