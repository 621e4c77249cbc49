import CLibUV

@testable import HTTP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Looks at the file descriptors of this process.
///
/// Other tests open and close theirs at the same time, so only those with a certain port count.
enum OpenFiles {
  /// The connections in this process that a server on a port has accepted.
  static func connections(ofPort port: Int) -> Int {
    (0..<Int32(16_384)).count { descriptor in
      guard let address = System.localAddress(descriptor), address.port == port else { return false }
      var isListening: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
      return isListening == 0
    }
  }

  /// The files that the process has open.
  static var count: Int { (0..<Int32(16_384)).count { fcntl($0, F_GETFD) >= 0 } }

  /// Lets the process open a number of files more than it has open, and no further ones.
  static func allow(more: Int) {
    // The limit is one of descriptors, of which the lowest free one is taken.
    var (free, next) = (0, Int32(0))
    while true {
      if fcntl(next, F_GETFD) < 0 {
        guard free < more else { break }
        free += 1
      }
      next += 1
    }
    let most = rlim_t(next)
    changeLimit { $0.rlim_cur = most }
  }

  /// Lets the process open as many files as it may ever.
  static func allowAll() { changeLimit { $0.rlim_cur = $0.rlim_max } }

  private static func changeLimit(_ change: (inout rlimit) -> Void) {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    getrlimit(resource, &limit)
    change(&limit)
    setrlimit(resource, &limit)
  }
}
