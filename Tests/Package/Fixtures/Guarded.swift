import Foundation
import Observation

// Everything newer than iOS 15 is asked for, in each of the ways there are.

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
final class Model: Observable {
  private let registrar = ObservationRegistrar()
  var pause: Duration = .seconds(1)
}

@available(iOS 16, macOS 13, *)
extension Duration {
  var isLong: Bool { self > .seconds(1) }
}

struct Files {
  @available(iOS 16, macOS 13, *)
  func address(_ path: String) -> URL { URL(filePath: path) }

  func anyAddress(_ path: String) -> URL {
    if #available(iOS 16, macOS 13, *) { return URL(filePath: path) }
    return URL(fileURLWithPath: path)
  }

  func pause() async throws {
    guard #available(iOS 16, macOS 13, *) else { return try await Task.sleep(nanoseconds: 1_000_000_000) }
    try await Task.sleep(for: .seconds(1))
  }

  func count(_ numbers: AsyncStream<Int>) async -> Int {
    var count = 0
    for await _ in numbers { count += 1 }
    return count
  }
}
