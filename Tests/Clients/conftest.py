"""Fixtures: one server for the tests that leave it in order, a fresh one for those that do not."""

import os
import pathlib
import re
from collections.abc import Iterator

import pytest

from kit.control import Client, Control
from kit.paths import SEED
from kit.serve import Serve

# OpenFeature's provider makes its own session, which would otherwise go through a proxy that the shell names.
os.environ["NO_PROXY"] = "127.0.0.1"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """A server with the seed's flags, shared by the tests; each writes only flags of its own."""
    serve = Serve(tmp_path_factory.mktemp("shared") / "data", SEED).start()
    yield serve
    assert serve.is_running(), f"the shared server ended before its tests did\n{serve.log()}"
    serve.stop()


@pytest.fixture
def fresh(tmp_path: pathlib.Path) -> Iterator[Serve]:
    """A server of the test's own, not yet started."""
    serve = Serve(tmp_path / "data", SEED)
    yield serve
    if serve.is_running():
        serve.kill()


@pytest.fixture
def control(server: Serve) -> Control:
    """The shared server's control API, with the admin token that its first start printed."""
    return Control(server.url, server.token)


@pytest.fixture
def client(server: Serve) -> Client:
    """The shared server's evaluation API, with the client key that its first start printed."""
    return Client(server.url, server.client_key)


@pytest.fixture
def key(request: pytest.FixtureRequest) -> str:
    """A flag key that no other test uses."""
    return re.sub(r"[^A-Za-z0-9]+", "_", request.node.name).strip("_")[:120]
