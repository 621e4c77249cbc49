#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that hold new content until it takes the place of the old: `NAME.PID-RANDOM.tmp`, beside the file NAME.
enum TemporaryFile {
  /// A path that no other write uses.
  static func path(beside path: String) -> String {
    "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
  }

  /// Removes what processes left beside a file that were ended while they wrote it.
  ///
  /// A file of a process that lives is left alone. A number that another process has meanwhile keeps the file until that
  /// one is gone as well.
  static func removeLeftovers(beside path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "./"
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    for entry in names(in: folder) {
      guard let process = process(ofFile: entry, beside: name), !isAlive(process) else { continue }
      // One that cannot be removed does no harm to the write.
      unlink(folder + entry)
    }
  }

  /// The process that wrote a temporary file of a file; nil for a name of another form.
  static func process(ofFile entry: String, beside name: String) -> pid_t? {
    guard entry.utf8.starts(with: (name + ".").utf8), entry.utf8.count > name.utf8.count + 1 else { return nil }
    let rest = String(decoding: entry.utf8.dropFirst(name.utf8.count + 1), as: UTF8.self)
    guard rest.hasSuffix(".tmp") else { return nil }
    let numbers = rest.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let process = pid_t(numbers[0]), process > 0, UInt32(numbers[1]) != nil
    else { return nil }
    return process
  }

  /// A process that may not be asked lives as well.
  private static func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}
