/// The name of something that event streams have in common; any value can be one.
///
/// `Role` keeps the names of different things apart. Texts are equal when they are canonically equivalent.
package struct EventID<Role>: Hashable, Sendable {
  /// The value that was given.
  package let value: any Hashable & Sendable

  /// Makes a name of a value.
  ///
  /// - Parameter value: An id of the owner's, such as that of an environment or of a key.
  package init(_ value: some Hashable & Sendable) { self.value = value }

  /// Whether two names are made of equal values.
  package static func == (one: Self, other: Self) -> Bool { AnyHashable(one.value) == AnyHashable(other.value) }

  /// Feeds the value to a hash function.
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// The role of names that say what streams are told about.
package enum EventChannelRole {}

/// The role of names that say to whom streams belong.
package enum EventTagRole {}

/// What a stream is told about: what is broadcast to a channel reaches all streams under it.
package typealias EventChannel = EventID<EventChannelRole>

/// To whom a stream belongs: the streams of a tag can be counted, limited and closed.
package typealias EventTag = EventID<EventTagRole>
