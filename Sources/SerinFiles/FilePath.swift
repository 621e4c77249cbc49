#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where paths lead.
package enum FilePath {
  /// As many links as systems follow, one behind the other.
  private static let mostLinks = 40

  /// Whether two paths lead to one file that is there: the same path, or one of them by links.
  package static func areSameFile(_ one: String, _ other: String) -> Bool {
    var left = stat()
    var right = stat()
    guard stat(one, &left) == 0, stat(other, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  /// Whether a path leads to a regular file that is there.
  package static func isRegularFile(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  /// The path that a link leads to in the end, whether anything is there or not; a path that is no link as it is, and nil for
  /// links in a circle.
  static func behindLinks(_ path: String) -> String? {
    var path = path
    for _ in 0..<mostLinks {
      guard let target = target(ofLink: path) else { return path }
      if target.hasPrefix("/") {
        path = target
      } else {
        // Up to the last slash; a link in the present folder has none before it.
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        path = folder + target
      }
    }
    return nil
  }

  /// What a link holds; nil for anything else.
  private static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
