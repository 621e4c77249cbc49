internal import SerinFlags
internal import Store

/// One numbered step of the schema.
///
/// A migration that was released is never edited: stores record its checksum and refuse a program that knows another.
package struct Migration: Sendable, Hashable {
  /// Its number, from 1 without gaps.
  package var version: Int64
  /// What it does, in a word.
  package var name: String
  /// Its statements.
  package var script: String

  /// Creates a migration.
  package init(version: Int64, name: String, script: String) {
    self.version = version
    self.name = name
    self.script = script
  }

  /// SHA-256 of the script, in hexadecimal.
  package var checksum: String { SHA256.hash(Array(script.utf8)).hexadecimal }

  /// Every migration of this program, in order.
  package static let all = [
    initial, codeReferences, environments, history, codeScanDrafts, accounts, segments, jobs, changeRequests,
    requests, keptContexts, flagKeys, listPages, passedInstants,
  ]
}
