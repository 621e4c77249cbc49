// The doubles of `SerinTesting` are the vocabulary of nearly every test here.
@_exported import SerinTesting

extension ScriptedTransport {
  /// A server that gives everybody one flag, `a`, which is on.
  convenience init() {
    self.init { _, _ in .answer() }
  }
}
