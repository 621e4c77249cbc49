import Foundation
import SerinFlags

/// The place in the order of a list behind one of its things.
struct ListCursor: Sendable, Hashable {
  /// What the list is ordered by, as text whose bytes compare in that order.
  let value: String
  /// What tells things apart that are equal in it.
  let key: String

  /// Of which list it is, in which order, as far as it is sent; another one is not read from there.
  private(set) var list = ""

  /// The cursor as it is sent: base 64 of a JSON array, so that nobody takes it for something to be made by hand.
  var text: String {
    Data(JSONValue.array([.string(value), .string(key), .string(list)]).serialized()).base64EncodedString()
  }

  /// The same as one of a list.
  func of(_ list: String) -> ListCursor {
    var cursor = self
    cursor.list = list
    return cursor
  }

  init(value: String, key: String) {
    self.value = value
    self.key = key
  }

  /// Reads a cursor; nil when it is not one of ours.
  init?(parsing text: String) {
    guard let data = Data(base64Encoded: text),
      let parts = (try? JSONValue(parsing: Array(data), options: .control))?.arrayValue?.compactMap(\.stringValue),
      parts.count == 3
    else { return nil }
    self.init(value: parts[0], key: parts[1])
    list = parts[2]
  }

  /// Whether it comes before another one where the list is read in ascending or descending order.
  func precedes(_ other: ListCursor, isDescending: Bool) -> Bool {
    let isBefore =
      value.hasSameBytes(as: other.value) ? key.precedesInBytes(other.key) : value.precedesInBytes(other.value)
    return isDescending ? !isBefore && self != other : isBefore
  }

  /// An instant as text whose bytes compare as the instants do.
  static func instant(_ milliseconds: Int64) -> String {
    // As many digits for each, so that the bytes are in the order of the numbers; 15 last longer than Serin will.
    String(repeating: "0", count: max(0, 15 - String(milliseconds).count)) + String(milliseconds)
  }

  /// Where the next page begins, as answers have it; null on the last one.
  static func json(_ next: ListCursor?) -> JSONValue { next.map { .string($0.text) } ?? .null }
}
