"""A package with modules of the same names as ours depends on a version, and gets the SDK and nothing else."""

import os
import pathlib
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from checks import compiler

CONSUMERS = compiler.PROJECT / "Tests" / "Consumers"
EXPECTED = {
    "Plain": "true true 5", "MainActorDefault": "true green false", "Swift5": "true true", "TypedFlags": "true blue 1",
}
SERVER_MODULES = {
    "CHash", "CLLHTTP", "CLibUV", "CSQLite", "Importers", "StoreSQLite", "SerinCommand", "EvaluatorBenchmark",
    "FuzzTargets", "SDKBenchmark",
}
SERVER_LIBRARIES = ("ssl", "crypto", "uv", "pq", "sqlite3", "llhttp", "argon2", "simdjson")


def command(*words: object, cwd: pathlib.Path, **more: str) -> str:
    # A git hook or an editor may have set variables that point to another repository.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | more
    result = subprocess.run(
        list(map(str, words)), cwd=cwd, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 0, f"{words}\n{result.stdout[-4000:]}\n{result.stderr[-2000:]}"
    return result.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A repository that has the files as they are now, committed and not, as version 1.0.0."""
    folder = tmp_path_factory.mktemp("repository") / "serin"
    listed = command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=compiler.PROJECT)
    for name in filter(None, listed.split("\0")):
        source = compiler.PROJECT / name
        if source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)
    person = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
    command("git", "init", "--quiet", cwd=folder)
    command("git", "add", "--all", cwd=folder)
    command("git", *person, "commit", "--quiet", "--no-verify", "-m", "Version 1.0.0", cwd=folder)
    command("git", *person, "tag", "1.0.0", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def built(repository: pathlib.Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[pathlib.Path]:
    """The folder with the consumers' programs, built where pkg-config finds nothing."""
    work = tmp_path_factory.mktemp("consumers")
    shutil.copytree(CONSUMERS, work / "app", ignore=shutil.ignore_patterns(".build", "Package.resolved"))
    hidden = work / "bin"
    hidden.mkdir()
    (hidden / "pkg-config").write_text("#!/bin/sh\nexit 1\n")
    (hidden / "pkg-config").chmod(0o755)
    folders = ("--scratch-path", work / "build", "--cache-path", work / "cache")
    arguments = (*folders, "--disable-index-store", "-Xswiftc", "-gnone")
    more = {"PATH": f"{hidden}:{os.environ['PATH']}", "SERIN_REPOSITORY": repository.as_uri()}
    command("swift", "build", *arguments, cwd=work / "app", **more)
    yield pathlib.Path(command("swift", "build", *arguments, "--show-bin-path", cwd=work / "app", **more).strip())
    shutil.rmtree(work)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_app_builds_and_runs(built: pathlib.Path, name: str) -> None:
    assert command(built / name, cwd=built).strip() == EXPECTED[name]


def test_nothing_of_the_server_is_built(built: pathlib.Path) -> None:
    modules = {path.name.removesuffix(".build") for path in built.iterdir() if path.suffix == ".build"}
    assert {"Serin", "SerinFlags", "Plain", "Server"} <= modules
    assert not modules & SERVER_MODULES
    assert {path.name for path in (built / "Server.build").glob("*.swift.o")} == {"Server.swift.o"}


@pytest.mark.parametrize("name", EXPECTED)
def test_an_app_links_no_library_of_the_server(built: pathlib.Path, name: str) -> None:
    # Foundation brings libraries of its own, libcurl with TLS among them; those are not ours.
    libraries = command("readelf", "--dynamic", built / name, cwd=built)
    needed = [line.split("[")[1].rstrip("]") for line in libraries.splitlines() if "(NEEDED)" in line]
    assert any("libFoundation" in library for library in needed)
    assert not [each for each in needed if any(each.startswith(f"lib{library}.") for library in SERVER_LIBRARIES)]


def test_no_folder_of_resources_has_to_be_shipped(built: pathlib.Path) -> None:
    assert not list(built.glob("*.resources"))
