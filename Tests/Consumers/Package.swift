// swift-tools-version: 6.2
import PackageDescription

// An app as others write it: it has modules with the names of ours, and depends on a version. Where the repository with
// that version is, the test says.
let repository = Context.environment["SERIN_REPOSITORY"] ?? "../.."
let serin = Target.Dependency.product(name: "Serin", package: "serin")

let package = Package(
  name: "Consumers",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  dependencies: [.package(url: repository, from: "1.0.0")],
  targets: [
    .target(name: "Server"),
    .target(name: "Store"),
    .target(name: "HTTP"),
    .target(name: "Statistics"),
    .target(name: "Canary"),
    .executableTarget(name: "Plain", dependencies: [serin, "Server", "Store", "HTTP", "Statistics", "Canary"]),
    .executableTarget(
      name: "MainActorDefault", dependencies: [serin],
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "TypedFlags", dependencies: [serin], swiftSettings: [.treatAllWarnings(as: .error)],
      plugins: [.plugin(name: "GenerateFlags", package: "serin")]),
    .executableTarget(
      name: "Swift5", dependencies: [serin],
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency"), .treatAllWarnings(as: .error),
      ]),
  ]
)
