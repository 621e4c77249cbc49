"""Prints the manifest of a package with one test target and what it depends on, read from `swift package dump-package`.

    swift package dump-package | subset_manifest.py SerinTests

SwiftPM cannot build the tests of one target without those of all the others.
"""

import json
import sys

HEAD = """// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "subset",
  targets: [
"""
FACTORIES = {"regular": "target", "executable": "executableTarget", "test": "testTarget"}


def names(target: dict) -> list[str]:
    return [each["byName"][0] for each in target["dependencies"] if "byName" in each]


def wanted(targets: dict[str, dict], root: str) -> list[dict]:
    """The target and all that it reaches, each after what it depends on."""
    order: dict[str, dict] = {}

    def visit(name: str) -> None:
        if name not in order:
            for dependency in names(targets[name]):
                visit(dependency)
            order[name] = targets[name]

    visit(root)
    return list(order.values())


def line(target: dict) -> str:
    words = [f'name: {json.dumps(target["name"])}', f"dependencies: {json.dumps(names(target))}"]
    words += [f"{key}: {json.dumps(target[key])}" for key in ("path", "exclude") if target.get(key)]
    return f'    .{FACTORIES[target["type"]]}({", ".join(words)}, swiftSettings: settings),\n'


if __name__ == "__main__":
    everything = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
    print(HEAD + "".join(map(line, wanted(everything, sys.argv[1]))) + "  ]\n)")
