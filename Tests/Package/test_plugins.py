"""The code of the plugins that only Xcode runs, compiled against a stand-in for what Xcode adds."""

import pathlib

import pytest

from checks import compiler, platforms

PLUGIN = compiler.PROJECT / "Plugins" / "GenerateFlags" / "GenerateFlags.swift"
INTERFACE = compiler.toolchain().parent / "lib" / "swift" / "pm" / "PluginAPI"


def check(source: pathlib.Path, folder: pathlib.Path) -> None:
    tools = ("-package-description-version", "6.2.0", "-I", INTERFACE)
    compiler.emit("XcodeProjectPlugin", [platforms.STUBS / "XcodeProjectPlugin.swift"], folder, *tools)
    compiler.run(
        "swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-typecheck", "-module-name",
        "GenerateFlags", "-I", folder, *tools, source)


def test_the_build_plugin_compiles_as_in_xcode(tmp_path: pathlib.Path) -> None:
    check(PLUGIN, tmp_path)


def test_a_mistake_in_what_only_xcode_runs_would_be_seen(tmp_path: pathlib.Path) -> None:
    text = PLUGIN.read_text()
    assert "context.xcodeProject.directoryURL" in text
    source = tmp_path / "GenerateFlags.swift"
    source.write_text(text.replace("context.xcodeProject.directoryURL", "context.xcodeProject.folder"))
    with pytest.raises(compiler.CompilerError, match="has no member 'folder'"):
        check(source, tmp_path)
