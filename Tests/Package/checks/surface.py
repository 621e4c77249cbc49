"""The public surface of a module as text: a line for each declaration, sorted."""

import json

from . import compiler

FOLDER = compiler.PROJECT / "Tests" / "PublicSurface"


def module_names() -> list[str]:
    """The modules whose surface is kept: those that an app imports by name, or through `import Serin`."""
    return [name for name in compiler.SDK_MODULES if name != "SerinLock"]


def lines(module: str) -> list[str]:
    """`kind path  declaration` for every public symbol, extensions of other modules' types included."""
    found = set()
    for path in compiler.modules().glob(f"{module}*.symbols.json"):
        if path.name.split(".")[0].split("@")[0] != module:
            continue
        for symbol in json.loads(path.read_text())["symbols"]:
            found.add(line(symbol))
    return sorted(found)


def line(symbol: dict) -> str:
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    declaration = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
    return f"{'.'.join(symbol['pathComponents'])}  [{kind}]  {' '.join(declaration.split())}"


def text(module: str) -> str:
    return "".join(f"{each}\n" for each in lines(module))
