// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TypedFlags",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "serin", path: "../..")],
  targets: [
    .executableTarget(
      name: "TypedFlags", dependencies: [.product(name: "Serin", package: "serin")],
      plugins: [.plugin(name: "GenerateFlags", package: "serin")])
  ]
)
