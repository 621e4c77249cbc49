/// How large the parts of a document may be.
///
/// A reader accepts twice what a publisher may write, so that a limit can be raised without breaking older readers.
struct DocumentLimits {
  private let scale: Int

  init(_ mode: DocumentMode) {
    switch mode {
    case .write: scale = 1
    case .read: scale = 2
    }
  }

  var flags: Int { 10_000 * scale }
  var rules: Int { 64 * scale }
  /// Comparisons in one rule's conditions.
  var conditions: Int { 64 * scale }
  /// Levels of `all`, `any` and `not`, the comparison inside included.
  var conditionDepth: Int { 16 * scale }
  var listValues: Int { 1000 * scale }
  var segments: Int { 2000 * scale }
  /// Ids of one list in a segment's document.
  var segmentIDs: Int { IDCondition.maximumIDs * scale }
  var prerequisites: Int { 64 * scale }
  /// Bytes of one string that an attribute is compared with.
  var valueBytes: Int { 1024 * scale }
  /// States of all patterns of a flag or a segment together.
  var patternStates: Int { 8000 * scale }
  var properties: Int { 64 * scale }
  var variations: Int { 64 * scale }
  /// Bytes of one property's value.
  var propertyBytes: Int { 65_536 * scale }
  /// Levels of arrays and objects in one property's value, so that readers of whole documents have room to spare.
  var propertyDepth: Int { 16 * scale }
  /// Bytes of one property's schema.
  var schemaBytes: Int { 16_384 * scale }
  /// Values of one property's schema, each object, array and scalar counted.
  var schemaValues: Int { 1000 * scale }
  /// Schemas within one another.
  var schemaDepth: Int { 16 * scale }
  /// States of all patterns of one property's schema together: a match takes time in proportion.
  var schemaPatternStates: Int { 1000 * scale }
  var arms: Int { 64 * scale }
  /// Bytes of a name, an owner, a salt, an attribute's name.
  var nameBytes: Int { 256 * scale }
  var descriptionBytes: Int { 4096 * scale }
  var tags: Int { 64 * scale }
}
