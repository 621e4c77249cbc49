"""The Swift code in the documentation, as files that the compiler can read.

A page may say something about the code block that follows, in a comment on a line of its own:

    <!-- code: file -->      it stands in a file by itself, with declarations; otherwise it is the body of a function
    <!-- code: parsed -->    it needs frameworks or packages that are not here, so only its grammar is checked
    <!-- code: with NAME: TYPE, ... -->   it uses what the text before it is about
"""

import dataclasses
import pathlib
import re

from . import compiler

PAGES = compiler.PROJECT / "Sources" / "Serin" / "Documentation.docc"
BLOCK = re.compile(r"(?:^<!-- code: (?P<note>[^\n]*?) -->\n+)?^```swift\n(?P<code>.*?)^```$", re.M | re.S)
PRELUDE = pathlib.Path(__file__).parent.parent / "Fixtures" / "DocumentationPrelude.swift"
PARAMETERS = "flags: FeatureFlags, serverURL: URL, clientKey: String"
IMPORT = re.compile(r"^(?:@\w+ )?(?:public )?import [\w.]+$", re.M)


@dataclasses.dataclass(frozen=True)
class Block:
    """A code block of a page."""

    page: str
    line: int
    note: str
    code: str

    @property
    def is_parsed_only(self) -> bool:
        return self.note == "parsed"

    def file(self, number: int) -> str:
        """The block as a whole Swift file."""
        imports = "\n".join(IMPORT.findall(self.code)) or "import Foundation\nimport Serin"
        code = IMPORT.sub("", self.code)
        location = f'#sourceLocation(file: "{self.page}", line: {self.line})'
        if self.note in ("file", "parsed"):
            return f"{imports}\n{location}\n{code}"
        more = self.note.removeprefix("with ")
        parameters = f"{PARAMETERS}, {more}" if more else PARAMETERS
        return f"{imports}\nfunc block{number}({parameters}) async throws {{\n{location}\n{code}\n}}\n"


def pages() -> list[pathlib.Path]:
    return sorted(PAGES.rglob("*.md"))


def blocks(page: pathlib.Path) -> list[Block]:
    text = page.read_text()
    return [
        Block(page.name, text[: match.start("code")].count("\n") + 1, match["note"] or "", match["code"])
        for match in BLOCK.finditer(text)
    ]


def check(page: pathlib.Path, folder: pathlib.Path) -> None:
    """Compiles the blocks of a page together; raises what the compiler says."""
    compiled = [PRELUDE]
    for number, block in enumerate(blocks(page)):
        file = folder / f"Block{number}.swift"
        file.write_text(block.file(number))
        if block.is_parsed_only:
            compiler.run("swiftc", "-swift-version", "6", "-parse", file)
        else:
            compiled.append(file)
    if len(compiled) > 1:
        # A reader's code may have what is not used yet, so warnings are none of this test's business.
        compiler.run("swiftc", "-swift-version", "6", "-parse-as-library", "-typecheck", "-suppress-warnings", "-I",
                     compiler.modules(), "-module-name", "Documented", *compiled)
