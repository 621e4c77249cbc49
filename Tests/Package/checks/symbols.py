"""What the standard library and Foundation have that is newer than a deployment target.

The symbol graphs of the Linux toolchain carry the availability on Apple's platforms, so that code can be checked for an
iOS version on a machine that has never seen an Apple SDK.
"""

import functools
import json
import pathlib
from typing import NamedTuple

from . import compiler

GRAPH_MODULES = (
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "FoundationEssentials",
    "FoundationInternationalization", "Foundation", "FoundationNetworking", "RegexBuilder", "Distributed",
)
TYPE_KINDS = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.typealias", "swift.actor"}


class Late(NamedTuple):
    """A symbol that came with a later version of iOS."""

    title: str
    introduced: tuple[int, int]

    def __str__(self) -> str:
        return f"{self.title} (iOS {self.introduced[0]}.{self.introduced[1]})"


class LateSymbols(NamedTuple):
    """Symbols by their USR; and the types and protocols among them by their full name, as in `Swift.Duration`."""

    by_usr: dict[str, Late]
    by_name: dict[str, Late]


def version_number(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return int(major), int(minor.split(".")[0] or 0) if minor else 0


@functools.cache
def late_symbols() -> LateSymbols:
    """Everything that the toolchain's graphs say came later than iOS 13; kept, since extracting them takes a minute."""
    name = compiler.fingerprint([pathlib.Path(__file__)])
    table = compiler.keep_only(compiler.WORK / "symbols" / name) / "late.json"
    if not table.exists():
        table.parent.mkdir(parents=True, exist_ok=True)
        extract(table)
    rows = json.loads(table.read_text())
    by_usr = {usr: Late(title, tuple(introduced)) for usr, title, _, introduced in rows}
    by_name = {full: Late(title, tuple(introduced)) for _, title, full, introduced in rows if full}
    return LateSymbols(by_usr, by_name)


def extract(table: pathlib.Path) -> None:
    graphs = table.parent / "graphs"
    graphs.mkdir(exist_ok=True)
    for module in GRAPH_MODULES:
        compiler.run("swift-symbolgraph-extract", "-module-name", module, "-target", compiler.target(),
                     "-output-dir", graphs)
    rows, older = [], set()
    for path in sorted(graphs.glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        protocols = {
            symbol["pathComponents"][0] for symbol in graph["symbols"]
            if symbol["kind"]["identifier"] == "swift.protocol"
        }
        for symbol in graph["symbols"]:
            name = ".".join((graph["module"]["name"], *symbol["pathComponents"]))
            introduced = introduction(symbol)
            if introduced and introduced > (13, 0):
                type_name = name if symbol["kind"]["identifier"] in TYPE_KINDS else ""
                row = (symbol["identifier"]["precise"], symbol["names"]["title"], type_name, introduced, name)
                rows.append(row)
            elif symbol["pathComponents"][0] in protocols:
                older.add(name)
        path.unlink()
    # What became a requirement of its protocol later was a member of an extension before, which an older target gets.
    rows = [row[:-1] for row in rows if row[-1] not in older]
    assert len(rows) > 1000, "the symbol graphs of this toolchain do not say what is new in which iOS"
    table.write_text(json.dumps(rows))


def introduction(symbol: dict) -> tuple[int, int] | None:
    for entry in symbol.get("availability", []):
        if entry.get("domain") == "iOS" and "introduced" in entry:
            return entry["introduced"].get("major", 0), entry["introduced"].get("minor", 0)
    return None
