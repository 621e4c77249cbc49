"""An app whose flags are declared by the build: what is misspelt, expired or archived is seen by the compiler."""

import json
import os
import pathlib
import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from checks import compiler

EXAMPLE = compiler.PROJECT / "Examples" / "TypedFlags"
TOOL = pathlib.Path(os.environ.get("SERIN_CODEGEN", compiler.PROJECT / ".build" / "debug" / "serin-codegen"))
OPTIONS = ("--disable-index-store", "-Xswiftc", "-gnone")
MODES = {
    "Swift6": ["-swift-version", "6"],
    "Swift5": ["-swift-version", "5", "-strict-concurrency=complete"],
    "MainActorDefault": ["-swift-version", "6", "-default-isolation", "MainActor"],
    "InternalImports": [
        "-swift-version", "6", "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
        "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
    ],
}


class App:
    """A copy of the example that may be changed and built again."""

    def __init__(self, folder: pathlib.Path) -> None:
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns(".build", "Package.resolved"))
        manifest = folder / "Package.swift"
        assert '"../.."' in manifest.read_text()
        serin = os.environ.get("SERIN_PACKAGE", str(compiler.PROJECT))
        manifest.write_text(manifest.read_text().replace('"../.."', json.dumps(serin)))
        hidden = folder.parent / "bin"
        hidden.mkdir()
        (hidden / "pkg-config").write_text("#!/bin/sh\nexit 1\n")
        (hidden / "pkg-config").chmod(0o755)
        self.folder = folder
        self.sources = folder / "Sources" / "TypedFlags"
        self.environment = os.environ | {"PATH": f"{hidden}:{os.environ['PATH']}"}

    def swift(self, *words: str) -> tuple[bool, str]:
        """Runs the package manager; whether it ended well, and all that was said.

        With the same options every time, since others would have it compile everything anew.
        """
        result = subprocess.run(
            ["swift", words[0], *OPTIONS, *words[1:]], cwd=self.folder, env=self.environment, capture_output=True,
            text=True, stdin=subprocess.DEVNULL)
        return result.returncode == 0, result.stdout + result.stderr

    def build(self) -> tuple[bool, str]:
        return self.swift("build")

    def built(self) -> str:
        """Builds what must build; what was said."""
        succeeded, text = self.build()
        assert succeeded, text[-6000:]
        return text

    def generated(self) -> pathlib.Path:
        return next((self.folder / ".build" / "plugins").rglob("Flags.swift"))

    def change_flag(self, key: str, **members: object) -> None:
        file = self.sources / "flags.json"
        document = json.loads(file.read_text())
        document["flags"][key].update(members)
        file.write_text(json.dumps(document, indent=2))

    def change_back(self) -> None:
        for file in self.sources.iterdir():
            if not (EXAMPLE / "Sources" / "TypedFlags" / file.name).exists():
                file.unlink()
        shutil.copytree(EXAMPLE / "Sources", self.folder / "Sources", dirs_exist_ok=True)

    def use(self, member: str) -> None:
        """Adds a use of a flag."""
        (self.sources / "Use.swift").write_text(
            f"import Serin\n\nfunc use(_ flags: some FlagReading) -> Bool {{ flags.isEnabled(.{member}) }}\n")


@pytest.fixture(scope="module")
def built_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = App(tmp_path_factory.mktemp("typed") / "app")
    text = app.built()
    assert not re.search(r"\.(swift|json)\S*: warning: ", text), text
    yield app
    shutil.rmtree(app.folder)


@pytest.fixture
def app(built_app: App) -> App:
    built_app.change_back()
    return built_app


def test_the_example_runs(app: App) -> None:
    succeeded, text = app.swift("run", "--skip-build", "TypedFlags")
    assert succeeded, text
    assert "with an answer: new checkout, green, up to 5 items, similar items\n" in text
    assert "declared: new_checkout, payment_system_enabled, recommendations\n" in text


def test_generating_anew_changes_nothing(app: App) -> None:
    app.built()
    before = app.generated().stat()
    text = app.generated().read_bytes()
    app.change_flag("new_checkout", tags=["checkout"], rules=[])
    app.built()
    assert app.generated().stat().st_mtime_ns == before.st_mtime_ns and app.generated().stat().st_ino == before.st_ino
    assert app.generated().read_bytes() == text


def test_a_misspelt_flag_does_not_compile(app: App) -> None:
    app.use("newChekout")
    succeeded, text = app.build()
    assert not succeeded
    assert "Use.swift:3:" in text and "error: type 'FlagKey' has no member 'newChekout'" in text


def test_an_expired_flag_warns_at_each_use_and_nowhere_else(app: App) -> None:
    app.change_flag("recommendations", expires="2026-01-31", owner='shop "team"')
    app.use("recommendations")
    found = re.findall(r"(\w+\.swift):\d+:\d+: warning: '(\w+)' is deprecated: (.*?)(?: \[|$)", app.built(), re.M)
    message = 'expired on 2026-01-31; owner: shop "team"'
    assert set(found) == {
        ("Use.swift", "recommendations", message), ("TypedFlags.swift", "recommendations", message),
        ("TypedFlags.swift", "Recommendations", message),
    }


def test_an_archived_flag_is_unknown_or_an_error_that_says_so(app: App) -> None:
    app.use("springBanner")
    succeeded, text = app.build()
    assert not succeeded and "has no member 'springBanner'" in text
    (app.sources / "serin-codegen.json").write_text('{"archived": "error"}')
    succeeded, text = app.build()
    assert not succeeded
    assert "error: 'springBanner' is unavailable: flag spring_banner is archived; owner: marketing" in text


def test_a_document_that_is_refused_says_where(app: App) -> None:
    app.change_flag("new_checkout", kind="relase")
    succeeded, text = app.build()
    assert not succeeded and "flags.json: error: flags.new_checkout.kind: `relase` is not a kind" in text


def test_the_command_plugin_writes_the_same(app: App) -> None:
    app.built()
    words = ("package", "--allow-writing-to-package-directory", "generate-flags", "--target", "TypedFlags")
    succeeded, text = app.swift(*words, "--output", "Written.swift")
    assert succeeded, text
    assert (app.folder / "Written.swift").read_bytes() == app.generated().read_bytes()
    succeeded, text = app.swift(*words, "--output", "Written.swift", "--access", "public")
    assert succeeded and "nonisolated public static let newCheckout" in (app.folder / "Written.swift").read_text()


def test_the_command_plugin_takes_a_file_with_options_and_shows_its_help(app: App) -> None:
    words = ("package", "--allow-writing-to-package-directory", "generate-flags", "--target", "TypedFlags")
    (app.folder / "options.json").write_text('{"access": "package"}')
    succeeded, text = app.swift(*words, "--output", "Optional.swift", "--options-file", "options.json")
    assert succeeded, text
    assert "nonisolated package static let newCheckout" in (app.folder / "Optional.swift").read_text()
    for word in ("--help", "-h"):
        succeeded, text = app.swift(*words, "--output", "Helped.swift", word)
        assert succeeded and "--options-file FILE" in text and not text.rstrip().endswith(".swift")
        assert not (app.folder / "Helped.swift").exists()
    (app.folder / "Mine.swift").write_text("let mine = 1\n")
    succeeded, text = app.swift(*words, "--output", "Mine.swift")
    assert not succeeded and "was not made by serin-codegen" in text
    assert (app.folder / "Mine.swift").read_text() == "let mine = 1\n"


HARD = {
    "schema": 1, "project": "x\n*/ }", "environment": "\"", "flags": {
        "default": {"kind": "release", "expires": "2027-01-01"},
        "2fa": {"kind": "experiment", "owner": "a \\(b) \"c\"", "expires": "2020-01-01", "variations": {
            "off": {"enabled": False}, "none": {"enabled": True}, "a-b": {"enabled": True}, "a_b": {"enabled": True},
            "class": {"enabled": True}, "allCases": {"enabled": True}, "caf\u00e9": {"enabled": True},
            "cafe\u0301": {"enabled": True}}},
        "release": {"kind": "killSwitch", "owner": "o", "default": "on", "description": "a\n/* b\n\u2028c"},
        "init": {"kind": "ops", "owner": "o"},
        "a_b": {"kind": "permission", "owner": "o"},
        "a-b": {"kind": "permission", "owner": "o", "archived": True},
        "string": {"kind": "ops", "owner": "o", "properties": {
            "type": {"type": "string", "default": "\" \\(x) \n\u0000\u202e"},
            "self": {"type": "number", "default": 1e21},
            "json": {"type": "json", "default": {"a": [1, None, {"b": "\\"}], "": {}}},
            "2": {"type": "boolean", "default": True}, "a.b": {"type": "number", "default": 5e-324},
            "a_b": {"type": "number", "default": 0.1}}},
        "type": {"kind": "ops", "owner": "o", "archived": True, "properties": {"p": {"type": "number", "default": 1}}},
        "\u65e5\u672c": {"kind": "ops", "owner": "o", "properties": {
            "p": {"type": "json", "default": list(range(500))}}},
        "caf\u00e9": {"kind": "ops", "owner": "o"}, "cafe\u0301": {"kind": "ops", "owner": "o"},
    },
}
USE = """
import Serin

nonisolated func read(_ flags: some FlagReading) -> Bool {
  flags.isEnabled(.default) && flags.isEnabled(.releaseFlag) && flags.value(FlagKey.StringFlag._2)
    && FlagKey.allDeclared.count == 9
}
"""


@pytest.mark.parametrize("access", ["internal", "package", "public"])
@pytest.mark.parametrize("mode", MODES)
def test_what_is_generated_compiles_everywhere_without_a_warning(
    mode: str, access: str, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "flags.json").write_text(json.dumps(HARD))
    subprocess.run(
        [TOOL, tmp_path / "flags.json", "--output", tmp_path / "Flags.swift", "--access", access, "--archived", "error",
         "--as-of", "2026-11-30"], check=True, capture_output=True)
    (tmp_path / "Use.swift").write_text(USE)
    compiler.run(
        "swiftc", *MODES[mode], "-warnings-as-errors", "-package-name", "app", "-parse-as-library", "-typecheck", "-I",
        compiler.modules(), "-module-name", "App", tmp_path / "Flags.swift", tmp_path / "Use.swift")


CARRYING = {"kind": "ops", "owner": "o", "off": "a", "variations": {"a": {"enabled": False}, "b": {"enabled": True}},
            "properties": {kind: {"type": kind, "default": value} for kind, value in (
                ("string", ""), ("number", 1), ("boolean", True), ("json", None))}}
NAMED_AS_TYPES = [
    "any", "array", "bool", "codable", "data", "date", "dictionary", "double", "error", "int", "main_actor", "never",
    "optional", "protocol", "range", "result", "self", "sendable", "set", "string", "task", "time_zone", "type", "u_int",
    "experiment", "feature_flags", "flag_property", "serin", "swift", "foundation",
]
OWN = """
import Foundation
import Serin

extension FlagKey {
  nonisolated struct Own: Codable, Hashable, Sendable {
    var names: Set<String>
    var counts: [String: Array<Int>]
    var day: Date?
    var bytes: Optional<Data>
    var zone: TimeZone
    var span: Range<UInt>
  }

  nonisolated static func own(_ result: Result<Double, any Error>, _ kind: Any.Type, _ name: Self) -> Task<Bool, Never>? {
    nil
  }

  @MainActor static func all(_ flags: FeatureFlags, _ colors: Dictionary<String, FlagProperty<Swift.String>>) -> Never {
    fatalError("\\(flags.value(FlagKey.SetFlag.string))\\(Serin.FlagKey.Own.self)\\(Foundation.Date.now)")
  }
}
"""


@pytest.mark.parametrize("mode", MODES)
def test_flags_named_as_types_of_swift_hide_none(mode: str, tmp_path: pathlib.Path) -> None:
    document = {"schema": 1, "flags": dict.fromkeys(NAMED_AS_TYPES, CARRYING)}
    (tmp_path / "flags.json").write_text(json.dumps(document))
    subprocess.run([TOOL, tmp_path / "flags.json", "--output", tmp_path / "Flags.swift"], check=True)
    (tmp_path / "Own.swift").write_text(OWN)
    compiler.run(
        "swiftc", *MODES[mode], "-warnings-as-errors", "-parse-as-library", "-typecheck", "-I", compiler.modules(),
        "-module-name", "App", tmp_path / "Flags.swift", tmp_path / "Own.swift")


def members_of_keys() -> set[str]:
    """The names of what every key has: a flag of such a name is a static member beside it."""
    surface = (compiler.PROJECT / "Tests" / "PublicSurface" / "Serin.txt").read_text()
    return set(re.findall(r"^FlagKey\.(\w+)(?:\([\w:]*\))?  \[(?:property|method)\]", surface, re.M))


@pytest.mark.parametrize("archived", [True, False])
@pytest.mark.parametrize("mode", MODES)
def test_flags_named_as_what_every_key_has_compile(mode: str, archived: bool, tmp_path: pathlib.Path) -> None:
    names = members_of_keys() | {"hashValue", "hash"}
    assert {"name", "kind", "owner", "defaultValue", "expires", "stability", "impressions"} <= names
    flags = {name: CARRYING | {"archived": archived} for name in names}
    (tmp_path / "flags.json").write_text(json.dumps({"schema": 1, "flags": flags}))
    subprocess.run(
        [TOOL, tmp_path / "flags.json", "--output", tmp_path / "Flags.swift", "--archived", "error"], check=True)
    (tmp_path / "Use.swift").write_text(
        "import Serin\n\nfunc use(_ flags: some FlagReading) -> Bool { flags.isEnabled(.owner) }\n")
    words = (
        "-warnings-as-errors", "-parse-as-library", "-typecheck", "-I", compiler.modules(), "-module-name", "App",
        tmp_path / "Flags.swift")
    compiler.run("swiftc", *MODES[mode], *words)
    result = compiler.attempt("swiftc", *MODES[mode], *words, tmp_path / "Use.swift")
    assert (result.returncode != 0) == archived, result.stderr


def test_no_type_of_a_flag_is_named_as_one_that_the_compiler_knows(tmp_path: pathlib.Path) -> None:
    known = set()
    for module in ("Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials"):
        # Some systems have the last one's types in Foundation; what is missing is seen below.
        compiler.attempt(
            "swift-symbolgraph-extract", "-module-name", module, "-target", compiler.target(), "-output-dir", tmp_path,
            "-minimum-access-level", "public")
    for graph in tmp_path.glob("*.symbols.json"):
        known.update(name for name in map(type_name, json.loads(graph.read_text())["symbols"]) if name)
    assert {"Set", "Task", "Date", "Mutex", "Regex", "InputStream"} <= known and len(known) > 400
    document = {"schema": 1, "flags": dict.fromkeys(known, CARRYING)}
    (tmp_path / "flags.json").write_text(json.dumps(document))
    source = subprocess.run([TOOL, tmp_path / "flags.json"], check=True, capture_output=True, text=True).stdout
    types = set(re.findall(r"^  nonisolated enum (\w+) \{$", source, re.M))
    assert len(types) == len(known)
    assert types & known == set()


def type_name(symbol: dict) -> str | None:
    """The name of a type that any file may use; none for one that is long gone."""
    kinds = ("struct", "class", "enum", "protocol", "typealias", "actor")
    if symbol["kind"]["identifier"].removeprefix("swift.") not in kinds or len(symbol["pathComponents"]) > 1:
        return None
    gone = any("obsoleted" in each or each.get("isUnconditionallyUnavailable") for each in symbol.get("availability", []))
    name = symbol["pathComponents"][0]
    return None if gone or name.startswith("_") else name


def test_variations_that_only_look_the_same_are_told_apart(tmp_path: pathlib.Path) -> None:
    names = ["caf\u00e9", "cafe\u0301", "\u212b", "\u00c5", "plain"]
    flag = CARRYING | {"off": "off", "variations": {name: {"enabled": name != "off"} for name in [*names, "off"]}}
    (tmp_path / "flags.json").write_text(json.dumps({"schema": 1, "flags": {"a": flag}}))
    source = subprocess.run([TOOL, tmp_path / "flags.json"], check=True, capture_output=True, text=True).stdout
    lines = source.splitlines()
    start = lines.index("    nonisolated enum Variation: String, CaseIterable, Sendable {")
    (tmp_path / "Variation.swift").write_text("\n".join(lines[start:lines.index("    }", start) + 1]) + """
@main struct Program {
  static func main() {
    let all = Variation.allCases
    print(all.count, Set(all).count, all.allSatisfy { Variation(rawValue: $0.rawValue) == $0 })
    print(Variation(rawValue: "none") == nil, all.map { $0.rawValue.utf8.count })
  }
}
""")
    compiler.run("swiftc", "-swift-version", "6", "-parse-as-library", "-o", tmp_path / "program", tmp_path / "Variation.swift")
    output = subprocess.run([tmp_path / "program"], check=True, capture_output=True, text=True).stdout
    counts = [len(name.encode()) for name in sorted([*names, "off"], key=str.encode)]
    assert output == f"6 6 true\ntrue {counts}\n"


def test_a_thousand_flags_compile_in_reasonable_time(tmp_path: pathlib.Path) -> None:
    flag = {"kind": "ops", "owner": "o", "properties": {"p": {"type": "number", "default": 1}}}
    document = {"schema": 1, "flags": {f"flag_number_{number}": flag for number in range(1000)}}
    (tmp_path / "flags.json").write_text(json.dumps(document))
    subprocess.run([TOOL, tmp_path / "flags.json", "--output", tmp_path / "Flags.swift"], check=True)
    compiler.run(
        "swiftc", "-swift-version", "6", "-parse-as-library", "-typecheck", "-I", compiler.modules(), "-module-name",
        "App", "-Xfrontend", "-solver-expression-time-threshold=10", tmp_path / "Flags.swift")
