// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Checkout",
  platforms: [.macOS(.v12)],
  products: [.executable(name: "checkout", targets: ["Checkout"])],
  dependencies: [.package(name: "serin", path: "../..")],
  targets: [
    .executableTarget(name: "Checkout", dependencies: [.product(name: "Serin", package: "serin")])
  ]
)
