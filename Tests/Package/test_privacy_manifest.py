"""The privacy manifest says what the SDK collects and which of Apple's watched APIs it uses, and why.

The lists of APIs are those of Apple's page "Describing use of required reason API".
"""

import plistlib
import re

import pytest

from checks import compiler

MANIFEST = compiler.PROJECT / "Sources" / "Serin" / "PrivacyInfo.xcprivacy"

WATCHED = {
    "FileTimestamp": (
        "creationDate", "modificationDate", "fileModificationDate", "contentModificationDateKey", "creationDateKey",
        "contentAccessDateKey", "attributesOfItem", "getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat",
        "stat", "fstat", "fstatat", "lstat",
    ),
    # The clock functions are not on the list by name; they read the same clock as those that are.
    "SystemBootTime": ("systemUptime", "mach_absolute_time", "mach_continuous_time", "clock_gettime", "KERN_BOOTTIME"),
    "DiskSpace": (
        "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
        "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacityKey", "systemFreeSize", "systemSize",
        "statfs", "statvfs", "fstatfs", "fstatvfs",
    ),
    "ActiveKeyboards": ("activeInputModes",),
    "UserDefaults": ("UserDefaults", "NSUserDefaults", "CFPreferencesCopyAppValue", "AppStorage"),
}
REASONS = {"SystemBootTime": {"35F9.1"}}
COLLECTED = {"UserID", "DeviceID", "ProductInteraction", "CrashData", "PerformanceData"}
PURPOSES = {"AppFunctionality", "Analytics"}


def manifest() -> dict:
    return plistlib.loads(MANIFEST.read_bytes())


def used(name: str) -> list[str]:
    """Where the SDK's code uses one of a category's APIs; comments and texts do not count."""
    pattern = re.compile(rf"(?<![\w$])(?:{'|'.join(WATCHED[name])})\b")
    places = []
    for module in compiler.SDK_MODULES:
        for file in compiler.sources(module):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if pattern.search(re.sub(r'"[^"]*"', '""', line).split("//")[0]):
                    places.append(f"{file.relative_to(compiler.PROJECT)}:{number}: {line.strip()}")
    return places


@pytest.mark.parametrize("category", WATCHED)
def test_watched_api_is_declared_exactly_where_it_is_used(category: str) -> None:
    declared = {
        entry["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory"):
        set(entry["NSPrivacyAccessedAPITypeReasons"])
        for entry in manifest()["NSPrivacyAccessedAPITypes"]
    }
    places = used(category)
    assert declared.get(category, set()) == (REASONS.get(category, {"none is allowed"}) if places else set()), places


def test_what_is_collected_is_listed_and_nobody_is_tracked() -> None:
    contents = manifest()
    assert contents["NSPrivacyTracking"] is False
    assert contents["NSPrivacyTrackingDomains"] == []
    prefix = "NSPrivacyCollectedDataType"
    entries = {entry[prefix].removeprefix(prefix): entry for entry in contents["NSPrivacyCollectedDataTypes"]}
    assert set(entries) == COLLECTED
    for entry in entries.values():
        assert entry[f"{prefix}Linked"] is True
        assert entry[f"{prefix}Tracking"] is False
        purposes = {purpose.removeprefix(f"{prefix}Purpose") for purpose in entry[f"{prefix}Purposes"]}
        assert purposes and purposes <= PURPOSES


def test_the_manifest_is_a_resource_where_apple_reads_it() -> None:
    text = (compiler.PROJECT / "Package.swift").read_text()
    assert re.search(r"#if os\(macOS\)\n.*resources: \[Resource\.process\(\"PrivacyInfo\.xcprivacy\"\)\]", text)
    assert "resources: privacyManifest.resources" in text
