import SerinLock
import Store

/// When every flag was used last, in memory, so that a list of flags does not read a row for each version of each of them.
///
/// What this node writes is read at once; of what others write it may be a minute behind, as they are with writing it. Safe
/// to use from any thread.
final class FlagUseDirectory: Sendable {
  private struct Listing: Sendable {
    /// How many writes of this node had ended before it was read.
    let writes: Int
    /// When it was read, in milliseconds since 1970 UTC.
    let readAt: Int64
    let uses: LastUses.Stored
  }

  /// How long what was read is good for, in milliseconds.
  static let lifetime: Int64 = 60_000
  /// How many environments are kept at a time; of more, others make room.
  private static let maximumEnvironments = 64

  private let listings = Lock<[Int64: Listing]>([:])

  /// The last uses of all flags in some environments.
  ///
  /// - Parameters:
  ///   - environments: The numbers of the environments.
  ///   - now: Milliseconds since 1970 UTC.
  func uses(in environments: [Int64], at now: Int64, from recorder: UsageRecorder) async throws(StoreError) -> LastUses
  {
    // Taken before the store is read: what is written in between is then seen twice and not never.
    let (pending, writes) = recorder.recent()
    let known = listings.withLock { $0 }.filter { number, listing in
      environments.contains(number) && listing.writes == writes
        && (listing.readAt..<listing.readAt + Self.lifetime).contains(now)
    }
    var stored = known.mapValues(\.uses)
    let missing = environments.filter { known[$0] == nil }
    if !missing.isEmpty {
      let periods = try await recorder.events.flagUsePeriods(environments: missing)
      let everyFlag = try await recorder.events.flagUses(environments: missing, flagIDs: [])
      for number in missing { stored[number] = LastUses.Stored(number, periods, everyFlag) }
      let read = stored
      listings.withLock { listings in
        for number in missing {
          if listings[number] == nil, listings.count >= Self.maximumEnvironments, let other = listings.keys.first {
            listings[other] = nil
          }
          guard writes >= listings[number]?.writes ?? 0, let uses = read[number] else { continue }
          listings[number] = Listing(writes: writes, readAt: now, uses: uses)
        }
      }
    }
    return LastUses(stored: stored, pending: pending)
  }
}
