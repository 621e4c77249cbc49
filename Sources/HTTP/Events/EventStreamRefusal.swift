/// Why an event stream was not begun.
///
/// There are few, so that they can be the label of a counter.
package enum EventStreamRefusal: String, Sendable, Hashable, CaseIterable {
  /// There are as many streams as there may be.
  case tooMany
  /// The tag has as many streams as one may have.
  case tooManyOfTag
  /// The source has as many streams as one may have.
  case tooManyOfSource
  /// The server is stopping.
  case stopping
}
