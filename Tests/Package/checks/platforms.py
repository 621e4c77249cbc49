"""The SDK's sources as the compiler sees them on each of Apple's platforms, with stand-ins for the frameworks."""

import pathlib
import re
from typing import NamedTuple

from . import compiler

STUBS = compiler.PROJECT / "Tests" / "AppleStubs"
CONDITION = re.compile(r"\bos\((\w+)\)")
# A condition that asks for a platform, or for something that only Apple's have.
APPLE_ONLY = re.compile(
    r"^\s*#(?:if|elseif)\b.*\b(?:canImport\((?!FoundationNetworking|Glibc|Musl|Android)\w+\)|os\((?!Linux)\w+\))",
    re.M)


class Platform(NamedTuple):
    """A platform, by the name that `os(...)` has for it, and the frameworks that `canImport` finds."""

    name: str
    frameworks: tuple[str, ...]


# UIKit can be imported on watchOS too, though it has no application there.
PLATFORMS = (
    Platform("iOS", ("Darwin", "UIKit")),
    Platform("tvOS", ("Darwin", "UIKit")),
    Platform("watchOS", ("Darwin", "UIKit", "WatchKit")),
    Platform("macOS", ("Darwin", "AppKit")),
)


def check(platform: Platform, folder: pathlib.Path, sources: dict[str, dict[pathlib.Path, str]]) -> None:
    """Compiles the modules, given as the texts of their files, as for that platform; raises what the compiler says.

    Modules that are not given are those of Linux.
    """
    stubs = folder / "stubs"
    stubs.mkdir(parents=True)
    for framework in platform.frameworks:
        emit_stub(framework, stubs)
    for module, files in sources.items():
        copies = [copy(path, text, folder / module) for path, text in files.items()]
        copies.append(STUBS / "FoundationOnDarwin.swift")
        options = ["-D", f"OS_{platform.name}", "-I", stubs, "-I", compiler.modules()]
        if module == "Serin":
            compiler.run("swiftc", *compiler.STRICT, "-wmo", "-typecheck", "-module-name", module, *options, *copies)
        else:
            compiler.emit(module, copies, stubs, *options)


def emit_stub(framework: str, folder: pathlib.Path) -> None:
    compiler.emit(framework, [STUBS / f"{framework}.swift"], folder)


def copy(path: pathlib.Path, text: str, folder: pathlib.Path) -> pathlib.Path:
    """Writes a file in which every `os(name)` is a name that the command line may define."""
    target = folder / path.relative_to(compiler.PROJECT / "Sources")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(CONDITION.sub(r"OS_\1", text))
    return target


def texts(module: str) -> dict[pathlib.Path, str]:
    return {path: path.read_text() for path in compiler.sources(module)}


def apple_only_files() -> list[pathlib.Path]:
    """The files of the SDK with code that Linux's compiler skips."""
    folders = [path for path in (compiler.PROJECT / "Sources").iterdir() if path.name.startswith("Serin")]
    files = [file for folder in folders for file in folder.rglob("*.swift")]
    return sorted(file for file in files if APPLE_ONLY.search(file.read_text()))
