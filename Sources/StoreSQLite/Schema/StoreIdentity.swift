internal import Store

/// What a store knows about itself: rows of the table `meta`, written once.
struct StoreIdentity {
  let connection: Connection
  let auditKey: HMACSHA256

  /// What the key check value is taken of.
  ///
  /// With it a wrong key is noticed before a row is chained with it.
  private static let checkedMessage = Array("serin audit key check".utf8)

  private var keyCheck: String { auditKey.authenticate(Self.checkedMessage).prefix(16).hexadecimal }

  /// Compares the key with the one the store was written with, and writes nothing.
  ///
  /// - Throws: ``StoreError/wrongKey(path:)``.
  func check() throws(StoreError) {
    guard try connection.row("SELECT 1 FROM sqlite_master WHERE name = 'meta'", make: { _ in true }) != nil else {
      return
    }
    guard let written = try value("audit_key_check") else { return }
    guard written == keyCheck else { throw .wrongKey(path: connection.path) }
  }

  /// Writes what is missing.
  func complete() throws(StoreError) {
    guard try value("epoch") == nil else { return }
    try connection.transaction { () throws(StoreError) in
      for (name, text) in [
        ("store_id", RecordID.make(prefix: "s_")), ("epoch", "1"), ("audit_key_check", keyCheck),
      ] {
        try connection.run("INSERT INTO meta (k, v) VALUES (?, ?)", name, text)
      }
    }
  }

  private func value(_ name: String) throws(StoreError) -> String? {
    try connection.row("SELECT v FROM meta WHERE k = ?", name) { $0.text(0) }
  }
}
