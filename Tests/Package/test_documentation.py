"""The code of the documentation compiles, and its links lead somewhere."""

import json
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


def convert(pages: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """Makes web pages of a catalogue; gives what the converter has to say about it."""
    graphs = folder / "graphs"
    graphs.mkdir()
    for graph in compiler.modules().glob("*.symbols.json"):
        shutil.copy2(graph, graphs)
    # Only what stands in the pages; the comments in the sources have their own links.
    report = folder / "report.json"
    result = compiler.attempt(
        "docc", "convert", pages, "--additional-symbol-graph-dir", graphs, "--output-path", folder / "out",
        "--diagnostics-file", report, "--fallback-bundle-identifier", "serin.Serin", "--fallback-display-name", "Serin",
        "--fallback-default-module-kind", "Framework")
    assert report.exists(), result.stderr[-4000:]
    return [
        f"{each.get('source', '').rsplit('/', 1)[-1]}: {each['summary']}"
        for each in json.loads(report.read_text())["diagnostics"] if each.get("source", "").endswith(".md")
    ]


def test_the_pages_convert_without_a_warning(tmp_path: pathlib.Path) -> None:
    assert convert(documentation.PAGES, tmp_path) == []


def test_a_link_that_leads_nowhere_would_be_seen(tmp_path: pathlib.Path) -> None:
    pages = tmp_path / "Documentation.docc"
    shutil.copytree(documentation.PAGES, pages)
    page = pages / "Promises.md"
    page.write_text(page.read_text() + "\nSee ``FeatureFlags/refreshNow()`` and <doc:Nowhere>.\n")
    found = convert(pages, tmp_path)
    assert len(found) == 2 and all(each.startswith("Promises.md: ") for each in found), found
