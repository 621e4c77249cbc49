"""Rules for the SDK's sources that no compiler checks."""

import pathlib
import re

import pytest

from checks import compiler

SDK = ("SerinFlags", "SerinLock", "Serin", "SerinTesting", "SerinUI", "SerinFirebase")
IMPORT = re.compile(r"^\s*(?:@\w+\s+)?(?:(?:public|package|internal|private)\s+)?import\s+(\w+)", re.M)
SYSTEM = {"Darwin", "Glibc", "Musl", "Android"}
FRAMEWORKS = {"UIKit", "AppKit", "WatchKit"}
# What would make two copies of the SDK in one process, or two tests, see each other. The one exception says why it is one.
SHARED = re.compile(r"^\s*(?:public |package |private |fileprivate )?static (?:var \w+[^{\n]*=|let \w+\s*(?::[^=\n]*)?= Lock\()", re.M)
THE_ONE_SHARED_STATE = "Sources/Serin/Runs/LiveFolders.swift"


def texts(module: str) -> dict[str, str]:
    return {str(path.relative_to(compiler.PROJECT)): path.read_text() for path in compiler.sources(module)}


def imports(module: str) -> set[str]:
    return {name for text in texts(module).values() for name in IMPORT.findall(text)}


def test_the_evaluator_imports_nothing() -> None:
    assert imports("SerinFlags") == set()


def test_the_client_imports_the_system_only() -> None:
    own = {"SerinFlags", "SerinLock"}
    allowed = own | {"Foundation", "FoundationNetworking", "Dispatch", "Observation"} | SYSTEM | FRAMEWORKS
    assert imports("Serin") <= allowed


def test_networking_of_linux_is_imported_where_there_is_some() -> None:
    for name, text in texts("Serin").items():
        for match in re.finditer(r"^.*import FoundationNetworking", text, re.M):
            before = text[:match.start()].rstrip().splitlines()[-1]
            assert before.strip() == "#if canImport(FoundationNetworking)", name


@pytest.mark.parametrize("module", SDK)
def test_what_the_compiler_must_believe_has_its_reason_beside_it(module: str) -> None:
    for name, text in texts(module).items():
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if "@unchecked Sendable" not in line or line.lstrip().startswith("//"):
                continue
            above = [each.strip() for each in lines[max(0, number - 6):number]]
            assert any(re.match(r"//.*(Sendable|proof)", each) for each in above), f"{name}:{number + 1}"


@pytest.mark.parametrize("module", SDK)
def test_no_state_is_shared_by_all_clients(module: str) -> None:
    found = {name for name, text in texts(module).items() if SHARED.search(text)}
    assert found == ({THE_ONE_SHARED_STATE} if module == "Serin" else set())


def test_a_shared_state_would_be_seen() -> None:
    for line in ("  static var shared = FeatureFlags()", "  private static let all: Lock<[Int]> = Lock([])"):
        assert SHARED.search(line), line
    for line in ("  static var name: String { text }", "  static let limit = 3"):
        assert not SHARED.search(line), line


def test_a_versioned_dependency_may_have_the_package() -> None:
    manifest = (compiler.PROJECT / "Package.swift").read_text()
    code = "\n".join(line.split("//")[0] for line in manifest.splitlines())
    assert "unsafeFlags" not in code
    assert re.match(r"// swift-tools-version: 6\.2$", manifest.splitlines()[0])


def test_bucketing_uses_no_hash_that_differs_between_launches() -> None:
    folder = pathlib.Path("Sources") / "SerinFlags" / "Draw"
    files = {name: text for name, text in texts("SerinFlags").items() if name.startswith(str(folder))}
    assert files
    assert not [name for name, text in files.items() if re.search(r"\bhashValue\b|\bHasher\b", text)]
