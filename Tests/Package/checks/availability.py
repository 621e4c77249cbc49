"""Finds uses of API that is newer than the deployment target, in code that is compiled on Linux.

There the compiler knows no iOS versions, so what it found every name to mean is compared with the symbol graphs. Code
under `@available` and `#available` may use what it asks for. Conformances are found where they are declared; types
wherever a type is written or inferred.
"""

import json
import os
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

from . import compiler
from .symbols import Late, LateSymbols, late_symbols, version_number

Version = tuple[int, int]
NEVER: Version = (10_000, 0)
# `for await` is written with this by the compiler, which takes the older `next()` where the target is older.
OF_THE_COMPILER = {"next(isolation:)"}
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
USR_KEYS = ("decl_usr", "protocol")


class Finding(NamedTuple):
    """A use of something too new."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Use(NamedTuple):
    """A name as it stands somewhere, and the iOS version that the code around it asks for."""

    file: str
    offset: int
    name: str
    available: Version
    is_implicit: bool


def findings(
    module: str, files: list[pathlib.Path], ios: Version, import_paths: list[pathlib.Path]
) -> list[Finding]:
    """What these files, which are one module, use that came after that version of iOS."""
    documents = syntax_trees(module, files, import_paths)
    uses = set()
    for document in documents:
        uses |= uses_in(document)
    return sorted(set(too_new(uses, late_symbols(), ios)))


def syntax_trees(module: str, files: list[pathlib.Path], import_paths: list[pathlib.Path]) -> Iterator[dict]:
    """The files as the compiler understood them; all in one go, which spares it reading every other file each time."""
    arguments = [word for path in import_paths for word in ("-I", path)]
    with tempfile.TemporaryDirectory(prefix="serin-checks-") as folder:
        trees = [pathlib.Path(folder) / f"{number}.json" for number in range(len(files))]
        arguments += [word for file in files for word in ("-primary-file", file)]
        arguments += [word for tree in trees for word in ("-o", tree)]
        compiler.run("swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", *compiler.STRICT, "-module-name",
                     module, *arguments)
        for tree in trees:
            yield json.loads(tree.read_text())


def uses_in(document: dict) -> set[Use]:
    sys.setrecursionlimit(20_000)
    uses: set[Use] = set()
    file = document["filename"]

    def visit(node: object, offset: int, available: Version, implicit: bool) -> None:
        if isinstance(node, list):
            for item in node:
                visit(item, offset, available, implicit)
                # What stands behind a guard may use what the guard asked for.
                if isinstance(item, dict) and item.get("_kind") == "guard_stmt":
                    available = max(available, asked_for(item))
        elif isinstance(node, dict):
            offset = node.get("range", {}).get("start", offset)
            implicit = bool(node.get("implicit", implicit and "range" not in node))
            available = max(available, declared(node))
            inside = max(available, asked_for(node)) if node.get("_kind") != "guard_stmt" else available
            for key, value in node.items():
                if isinstance(value, str):
                    if key in USR_KEYS or value.startswith("$s"):
                        uses.add(Use(file, offset, value, available, implicit))
                else:
                    visit(value, offset, available if key == "else_stmt" else inside, implicit)

    visit(document.get("items", []), 0, (0, 0), False)
    return uses


def declared(node: dict) -> Version:
    """What the `@available` attributes of a declaration ask for."""
    versions: list[Version] = [(0, 0)]
    for attribute in node.get("attrs", []):
        if attribute.get("_kind") == "available_attr":
            if attribute.get("domain") == "iOS" and "introduced" in attribute:
                versions.append(version_number(attribute["introduced"]))
            if attribute.get("unavailable") or attribute.get("kind") == "unavailable":
                versions.append(NEVER)
    return max(versions)


def asked_for(node: dict) -> Version:
    """What the `#available` conditions of a statement ask for."""
    conditions = node.get("conditions", [])
    queries = [
        query for condition in conditions if isinstance(condition, dict) and condition.get("_kind") == "#available"
        for query in condition.get("queries", [])
    ]
    return max([version_number(query["version"]) for query in queries if query.get("domain") == "iOS"], default=(0, 0))


def too_new(uses: set[Use], late: LateSymbols, ios: Version) -> Iterator[Finding]:
    types = late_types({use.name for use in uses if use.name.startswith("$s")}, late)
    lines: dict[str, bytes] = {}
    for use in uses:
        found = [late.by_usr[use.name]] if use.name in late.by_usr else types.get(use.name, [])
        for symbol in found:
            if symbol.introduced <= max(ios, use.available) or (use.is_implicit and symbol.title in OF_THE_COMPILER):
                continue
            text = lines.setdefault(use.file, pathlib.Path(compiler.PROJECT, use.file).read_bytes())
            yield Finding(os.path.relpath(use.file, compiler.PROJECT), text[: use.offset].count(b"\n") + 1, str(symbol))


def late_types(mangled: set[str], late: LateSymbols) -> dict[str, list[Late]]:
    """The types too new that stand in each of these types."""
    names = sorted(mangled)
    result = compiler.subprocess.run(
        [str(compiler.toolchain() / "swift-demangle"), "-compact"], input="\n".join(names), capture_output=True,
        text=True, check=True)
    found = {}
    for name, text in zip(names, result.stdout.splitlines(), strict=True):
        symbols = [late.by_name[part] for part in NAME.findall(text) if part in late.by_name]
        if symbols:
            found[name] = symbols
    return found
