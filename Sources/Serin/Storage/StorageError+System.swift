#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension StorageError {
  /// The failure of the call to the system that was made last.
  static var last: StorageError {
    switch errno {
    case ENOENT: .notFound
    case EACCES, EPERM: .notPermitted
    case let code: .failed(code: code, reason: String(cString: strerror(code)))
    }
  }
}
