"""Code for Apple's platforms is compiled against stand-ins, since Linux's compiler would not look at it at all."""

import pathlib

import pytest

from checks import compiler, platforms

APPLE = compiler.PROJECT / "Sources" / "Serin" / "Seams" / "Apple"


def sdk() -> dict[str, dict[pathlib.Path, str]]:
    return {module: platforms.texts(module) for module in ("SerinLock", "Serin")}


def test_flags_are_decided_by_the_same_code_everywhere() -> None:
    assert not [file for file in platforms.apple_only_files() if "SerinFlags" in file.parts]


@pytest.mark.parametrize("platform", platforms.PLATFORMS, ids=lambda platform: platform.name)
def test_the_sdk_compiles_as_for(platform: platforms.Platform, tmp_path: pathlib.Path) -> None:
    platforms.check(platform, tmp_path, sdk())


@pytest.mark.parametrize(
    ("name", "platform", "before", "after"),
    [
        ("ApplicationLifecycle+UIKit.swift", "iOS", "didBecomeActiveNotification", "didBecomeActive"),
        ("ApplicationLifecycle+WatchKit.swift", "watchOS", "WKApplication.shared()", "WKApplication.shared"),
        ("ApplicationLifecycle+AppKit.swift", "macOS", "application.isHidden", "application.hidden"),
        ("BackgroundActivity.swift", "iOS", "withReason:", "reason:"),
    ],
)
def test_a_mistake_in_an_adapter_would_be_seen(
    name: str, platform: str, before: str, after: str, tmp_path: pathlib.Path
) -> None:
    modules = sdk()
    path = APPLE / name
    assert before in modules["Serin"][path]
    modules["Serin"][path] = modules["Serin"][path].replace(before, after)
    with pytest.raises(compiler.CompilerError, match=name.replace("+", r"\+")):
        platforms.check(next(each for each in platforms.PLATFORMS if each.name == platform), tmp_path, modules)


def test_apple_only_code_parses_and_is_formatted() -> None:
    files = platforms.apple_only_files()
    assert set(APPLE.glob("ApplicationLifecycle*.swift")) <= set(files)
    for file in files:
        compiler.run("swiftc", "-swift-version", "6", "-parse", file)
    compiler.run("swift-format", "lint", "--strict", *files)
