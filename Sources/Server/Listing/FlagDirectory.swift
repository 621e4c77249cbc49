import SerinFlags
import SerinLock
import Store

/// The own fields of the flags of projects in memory, so that a page of a list does not read thousands of rows.
///
/// Every change of a flag's own fields is a row of its project's audit log, so what was read is good until that log grows,
/// on whatever node. Safe to use from any thread.
final class FlagDirectory: Sendable {
  /// A flag with the text in which words are searched for.
  struct Entry: Sendable {
    let flag: FlagRecord
    /// Key, description, owner and tags.
    let text: SearchText

    init(_ flag: FlagRecord) {
      self.flag = flag
      text = SearchText([flag.key, flag.description, flag.owner] + flag.tags)
    }
  }

  private struct Listing: Sendable {
    /// How long the project's audit log was before the flags were read.
    let sequence: Int64
    let entries: [Entry]
  }

  /// How many projects are kept at a time; of more, others make room.
  private static let maximumProjects = 32

  private let listings = Lock<[String: Listing]>([:])

  /// The flags of a project, archived ones included, in the order of their keys' bytes.
  func entries(of project: ProjectRecord, in store: any ConfigurationStore) async throws(StoreError) -> [Entry] {
    let sequence = try await store.auditHeads()[project.id]?.sequence ?? 0
    let known = listings.withLock { $0[project.id] }
    if let known, known.sequence == sequence { return known.entries }
    // They are at least as new as the length says, which was read before.
    let entries = try await store.flags(projectID: project.id).map(Entry.init)
    listings.withLock { listings in
      if listings[project.id] == nil, listings.count >= Self.maximumProjects, let other = listings.keys.first {
        listings[other] = nil
      }
      if sequence >= listings[project.id]?.sequence ?? 0 {
        listings[project.id] = Listing(sequence: sequence, entries: entries)
      }
    }
    return entries
  }
}
