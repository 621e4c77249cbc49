"""The code of the documentation compiles, and its links lead somewhere."""

import pathlib
import shutil

import pytest

from checks import compiler, documentation

NAMES = [page.name for page in documentation.pages()]


@pytest.mark.parametrize("name", NAMES)
def test_the_code_of_a_page_compiles(name: str, tmp_path: pathlib.Path) -> None:
    documentation.check(documentation.PAGES / name, tmp_path)


def test_every_code_block_is_looked_at() -> None:
    for page in documentation.pages():
        text = page.read_text()
        assert len(documentation.blocks(page)) == text.count("```swift"), page.name
        assert text.count("<!-- code:") == len([block for block in documentation.blocks(page) if block.note]), page.name


def test_code_that_does_not_compile_would_be_seen(tmp_path: pathlib.Path) -> None:
    page = tmp_path / "Page.md"
    page.write_text('# Page\n\n```swift\nlet flag: Int = flags.get("new_checkout")\n```\n')
    with pytest.raises(compiler.CompilerError, match="Page.md:4"):
        documentation.check(page, tmp_path)


def test_the_catalogue_converts_without_a_warning(tmp_path: pathlib.Path) -> None:
    graphs = tmp_path / "graphs"
    graphs.mkdir()
    for graph in compiler.modules().glob("*.symbols.json"):
        shutil.copy2(graph, graphs)
    result = compiler.attempt(
        "docc", "convert", documentation.PAGES, "--additional-symbol-graph-dir", graphs, "--output-path",
        tmp_path / "out", "--fallback-bundle-identifier", "serin.Serin", "--fallback-display-name", "Serin",
        "--fallback-default-module-kind", "Framework")
    warnings = [
        line for line in result.stderr.splitlines()
        if line.startswith(("warning:", "error:")) or " --> " in line and "Documentation.docc" in line
    ]
    assert result.returncode == 0, result.stderr[-4000:]
    assert not warnings, result.stderr[-6000:]
