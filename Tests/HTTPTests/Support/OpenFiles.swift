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
    (0..<Int32(4096)).count { descriptor in
      guard let address = System.localAddress(descriptor), address.port == port else { return false }
      var isListening: Int32 = 0
      var length = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
      return isListening == 0
    }
  }
}
