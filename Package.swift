// swift-tools-version: 6.2
import PackageDescription

// What every Swift target is compiled with: Swift 6 mode with the upcoming features that make imports, existentials
// and isolation explicit. No `unsafeFlags`: a package with them cannot be used as a versioned dependency.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// Apple's tools read the privacy manifest from the app's bundle; apps for Apple's platforms are built on a Mac. Elsewhere a
// resource would only be one more folder beside the program, and code that looks for it.
#if os(macOS)
  let privacyManifest = (resources: [Resource.process("PrivacyInfo.xcprivacy")], excluded: [String]())
#else
  let privacyManifest = (resources: [Resource](), excluded: ["PrivacyInfo.xcprivacy"])
#endif

// An app that uses `Serin` may have modules of its own with the names of the server's, such as `Store` or `CSQLite`. SwiftPM
// refuses that for whatever a declared product reaches, wanted or not, so where this is a dependency, checked out into a
// folder of SwiftPM's or Xcode's, there is only the library, with the plugins and the tool that they run.
let isDependency = Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"
let commandLine: [Product] = isDependency ? [] : [.executable(name: "serin", targets: ["SerinCommand"])]

let package = Package(
  name: "serin",
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
  products: [
    .library(name: "Serin", targets: ["Serin"]),
    .library(name: "SerinFirebase", targets: ["SerinFirebase"]),
    .library(name: "SerinTesting", targets: ["SerinTesting"]),
    .library(name: "SerinUI", targets: ["SerinUI"]),
    .executable(name: "serin-codegen", targets: ["SerinCodegenTool"]),
    .plugin(name: "GenerateFlags", targets: ["GenerateFlags"]),
    .plugin(name: "GenerateFlagsCommand", targets: ["GenerateFlagsCommand"]),
  ] + commandLine,
  targets: [
    // What an app imports. No system library is reachable from here.
    .target(name: "SerinFlags", swiftSettings: strict),
    .target(name: "SerinLock", swiftSettings: strict),
    .target(
      name: "Serin", dependencies: ["SerinFlags", "SerinLock"], exclude: privacyManifest.excluded,
      resources: privacyManifest.resources, swiftSettings: strict),
    // What an app imports whose flags are in Firebase Remote Config.
    .target(name: "SerinFirebase", dependencies: ["Serin", "SerinFlags", "SerinLock"], swiftSettings: strict),
    // What an app's tests import.
    .target(name: "SerinTesting", dependencies: ["Serin", "SerinLock"], swiftSettings: strict),
    // A debug menu for an app's own people.
    .target(name: "SerinUI", dependencies: ["Serin"], swiftSettings: strict),

    // Flags in the build: what the plugins run. No system library is reachable from here either.
    .target(name: "SerinCodegen", dependencies: ["SerinFlags"], swiftSettings: strict),
    .target(name: "SerinFiles", swiftSettings: strict),
    .executableTarget(
      name: "SerinCodegenTool", dependencies: ["SerinCodegen", "SerinFiles", "SerinFlags"], swiftSettings: strict),
    .plugin(name: "GenerateFlags", capability: .buildTool(), dependencies: ["SerinCodegenTool"]),
    .plugin(
      name: "GenerateFlagsCommand",
      capability: .command(
        intent: .custom(verb: "generate-flags", description: "Declare the flags of flags.json in Swift source."),
        permissions: [.writeToPackageDirectory(reason: "It writes the Swift source that declares your flags.")]),
      dependencies: ["SerinCodegenTool"]),
    // Finds flags in Swift code.
    .target(name: "CodeReferences", dependencies: ["SerinFlags", "SerinCodegen"], swiftSettings: strict),

    // The server and what it stands on.
    .systemLibrary(name: "CLibUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "CLLHTTP"),
    .target(name: "CHash"),
    .target(name: "Threads", swiftSettings: strict),
    .target(name: "HTTP", dependencies: ["CLibUV", "CLLHTTP", "SerinLock"], swiftSettings: strict),
    .target(name: "Importers", dependencies: ["SerinFlags"], swiftSettings: strict),
    .target(name: "Store", dependencies: ["SerinFlags"], swiftSettings: strict),
    .target(name: "StoreSQLite", dependencies: ["Store", "SerinFlags", "Threads", "CSQLite"], swiftSettings: strict),
    .target(
      name: "Server",
      dependencies: ["SerinFlags", "SerinLock", "Threads", "Store", "HTTP", "CHash", "CArgon2", "COpenSSL"],
      swiftSettings: strict),
    .executableTarget(
      name: "SerinCommand",
      dependencies: [
        "SerinFlags", "SerinLock", "SerinCodegen", "SerinFiles", "CodeReferences", "Store", "StoreSQLite", "HTTP",
        "Server",
      ],
      swiftSettings: strict),

    // What `script/benchmark` measures in process.
    .executableTarget(
      name: "SDKBenchmark", dependencies: ["Serin"], path: "Benchmarks/SDK/Sources", swiftSettings: strict),
    .executableTarget(
      name: "EvaluatorBenchmark", dependencies: ["SerinFlags", "CHash"], path: "Benchmarks/Evaluator/Sources",
      swiftSettings: strict),

    // What `script/fuzz`, `script/soak` and the tests run with generated inputs.
    .target(name: "FuzzTargets", dependencies: ["SerinFlags"], path: "Fuzzing/Targets", swiftSettings: strict),
    .executableTarget(
      name: "Soak", dependencies: ["FuzzTargets"], path: "Fuzzing/Soak", swiftSettings: strict),

    // Counts allocations in the tests.
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestRandom", path: "Tests/TestRandom", swiftSettings: strict),
    // A small app with flags, sound and with faults, for `serin check` and what it stands on.
    .target(
      name: "TestPlantedPackage", dependencies: ["CodeReferences", "SerinFlags"], path: "Tests/TestPlantedPackage",
      swiftSettings: strict),
    .testTarget(
      name: "SerinFlagsTests", dependencies: ["SerinFlags", "CAllocations", "TestRandom"],
      resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "SerinFlags"], swiftSettings: strict),
    .testTarget(
      name: "ImportersTests", dependencies: ["Importers", "SerinFlags", "TestRandom"], resources: [.copy("Vectors")],
      swiftSettings: strict),
    .testTarget(
      name: "SerinCodegenTests",
      dependencies: ["SerinCodegen", "SerinCodegenTool", "SerinFiles", "SerinFlags"], swiftSettings: strict),
    .testTarget(
      name: "CodeReferencesTests",
      dependencies: [
        "CodeReferences", "SerinCodegen", "SerinFlags", "SerinLock", "TestPlantedPackage", "TestRandom",
      ],
      swiftSettings: strict),
    .testTarget(name: "CHashTests", dependencies: ["CHash", "SerinFlags"], swiftSettings: strict),
    // Ends in every way there is, for the tests to look at what is left.
    .executableTarget(
      name: "SerinRunProbe", dependencies: ["Serin"], path: "Tests/Probes/SerinRunProbe", swiftSettings: strict),
    // What the tests of the SDK end in the middle of things.
    .executableTarget(
      name: "SerinCrashProbe", dependencies: ["Serin"], path: "Tests/Probes/SerinCrashProbe", swiftSettings: strict),
    .target(name: "TestSockets", dependencies: ["SerinLock"], path: "Tests/TestSockets", swiftSettings: strict),
    .testTarget(
      name: "SerinTests",
      dependencies: ["Serin", "SerinTesting", "SerinRunProbe", "SerinCrashProbe", "TestRandom", "TestSockets"],
      swiftSettings: strict),
    .testTarget(
      name: "SerinFirebaseTests",
      dependencies: ["SerinFirebase", "Serin", "SerinFlags", "SerinLock", "SerinTesting", "TestSockets"],
      swiftSettings: strict),
    .testTarget(
      name: "SerinIntegrationTests",
      dependencies: [
        "Serin", "SerinTesting", "Server", "Store", "StoreSQLite", "HTTP", "SerinFlags", "SerinLock", "CSQLite",
        "TestSockets",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SerinTestingTests", dependencies: ["SerinTesting", "Serin", "SerinLock"], swiftSettings: strict),
    .testTarget(name: "SerinUITests", dependencies: ["SerinUI", "Serin", "SerinTesting"], swiftSettings: strict),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "SerinLock"], swiftSettings: strict),
    .testTarget(
      name: "StoreTests", dependencies: ["Store", "StoreSQLite", "SerinFlags", "TestRandom"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: ["Server", "Store", "StoreSQLite", "HTTP", "SerinFlags", "SerinLock", "TestRandom", "TestSockets"],
      swiftSettings: strict),
    .testTarget(
      name: "SerinCommandTests",
      dependencies: [
        "SerinCommand", "Server", "StoreSQLite", "HTTP", "CodeReferences", "Store", "SerinFlags", "TestPlantedPackage",
      ],
      resources: [.copy("Snapshots")], swiftSettings: strict),
  ],
  cxxLanguageStandard: .cxx17
)
