extension SocketAddress {
  /// Whether the address is one of this machine's own, 127.0.0.0/8 or ::1, mapped forms included.
  public var isLoopback: Bool {
    guard isIPv6 else { return host.hasPrefix("127.") }
    return host == "::1"
  }
}
