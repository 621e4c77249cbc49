import SerinFlags

/// How an environment holds a segment: an item whose id is the segment's key, which rules refer to and which never
/// changes.
enum SegmentItem {
  /// The item's document for a segment; its condition is one member, so that others can join it.
  static func document(_ segment: SegmentDefinition) -> JSONObject { ["condition": segment.json] }

  /// The segment's condition in an item's document.
  static func condition(in document: JSONObject) -> JSONValue { document["condition"] ?? .null }
}
