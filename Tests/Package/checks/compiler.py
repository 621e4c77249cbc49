"""The Swift compiler, run on the SDK's modules one by one as a user of the package would never notice."""

import functools
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Iterable

PROJECT = pathlib.Path(__file__).resolve().parents[3]
WORK = PROJECT / ".build" / "checks"

# What an app can import, in the order in which they build on each other; one that is not there yet is left out.
SDK_MODULES = tuple(
    name for name in ("SerinFlags", "SerinLock", "Serin", "SerinTesting") if (PROJECT / "Sources" / name).is_dir())

# The settings of Package.swift.
STRICT = [
    "-swift-version", "6", "-package-name", "serin", "-parse-as-library", "-warnings-as-errors",
    *(word for feature in (
        "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault")
      for word in ("-enable-upcoming-feature", feature)),
]


class CompilerError(AssertionError):
    """The compiler refused something."""


@functools.cache
def toolchain() -> pathlib.Path:
    """The folder of the toolchain's programs, where swift itself may be a link to elsewhere."""
    swiftc = shutil.which("swiftc")
    assert swiftc, "there is no swiftc in PATH"
    return pathlib.Path(os.path.realpath(swiftc)).parent


@functools.cache
def version() -> str:
    return run("swiftc", "--version").stdout


@functools.cache
def target() -> str:
    """What the compiler makes code for, as in `x86_64-unknown-linux-gnu`."""
    return json.loads(run("swiftc", "-print-target-info").stdout)["target"]["unversionedTriple"]


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs a program of the toolchain; anything but success ends the test with what it said."""
    result = attempt(program, *arguments)
    if result.returncode != 0:
        raise CompilerError(f"{program} ended with {result.returncode}\n{result.stderr[-6000:]}{result.stdout[-2000:]}")
    return result


def attempt(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [str(toolchain() / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, cwd=PROJECT)


def sources(module: str) -> list[pathlib.Path]:
    return sorted((PROJECT / "Sources" / module).rglob("*.swift"))


def fingerprint(files: Iterable[pathlib.Path], *more: str) -> str:
    """Names a result by everything that it was made of."""
    digest = hashlib.sha256("\0".join((version(), *STRICT, *more)).encode())
    for file in files:
        digest.update(str(file).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:24]


def keep_only(folder: pathlib.Path) -> pathlib.Path:
    """Makes a folder and removes its neighbours, which are results of earlier sources."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for neighbour in folder.parent.iterdir():
        if neighbour != folder:
            shutil.rmtree(neighbour)
    return folder


@functools.cache
def modules() -> pathlib.Path:
    """A folder with the interfaces of the SDK's modules and the symbol graphs of their public surface."""
    everything = [file for module in SDK_MODULES for file in sources(module)]
    folder = keep_only(WORK / "modules" / fingerprint(everything))
    done = folder / "done"
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for module in SDK_MODULES:
            emit(module, sources(module), folder, "-emit-symbol-graph", "-emit-symbol-graph-dir", folder,
                 "-symbol-graph-minimum-access-level", "public", "-symbol-graph-skip-synthesized-members")
        done.touch()
    return folder


def emit(module: str, files: list[pathlib.Path], folder: pathlib.Path, *options: object) -> None:
    """Writes a module's interface without compiling the bodies of its functions."""
    run("swiftc", *STRICT, "-I", folder, "-wmo", "-emit-module", "-emit-module-path",
        folder / f"{module}.swiftmodule", "-experimental-skip-non-inlinable-function-bodies", "-module-name", module,
        *options, *files)
