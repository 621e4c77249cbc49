internal import SerinFlags

/// Writes one JSON object member by member, with documents spliced in as the exact text they are.
///
/// Parsing a document and writing it again would round large numbers; the audit log keeps what was written.
struct JSONObjectText {
  private(set) var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// Whether nothing was added yet.
  var isEmpty: Bool { bytes.count == 1 }

  /// The finished object.
  var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  mutating func add(_ name: String, _ text: String?) {
    guard let text else { return add(name, raw: Array("null".utf8)) }
    addName(name)
    JSONValue.appendString(text, to: &bytes)
  }

  mutating func add(_ name: String, _ number: Int64?) {
    add(name, raw: Array((number.map(String.init) ?? "null").utf8))
  }

  mutating func add(_ name: String, _ truth: Bool) {
    add(name, raw: Array((truth ? "true" : "false").utf8))
  }

  /// Adds an array of texts.
  mutating func add(_ name: String, texts: [String]) {
    add(name, raw: JSONValue.array(texts.map(JSONValue.string)).serialized())
  }

  /// Adds a document.
  ///
  /// A text that is not JSON, which only damage can cause, goes in as a string: a flag must still be
  /// possible to kill then, and the log must still be readable.
  mutating func add(_ name: String, document: String) {
    let isJSON = (try? JSONValue(parsing: document.utf8, options: JSONParsingOptions(maximumDepth: 512))) != nil
    if isJSON { add(name, raw: Array(document.utf8)) } else { add(name, document) }
  }

  /// Adds a value that is JSON already.
  mutating func add(_ name: String, raw: [UInt8]) {
    addName(name)
    bytes.append(contentsOf: raw)
  }

  /// Adds an array of objects.
  mutating func add(_ name: String, objects: [JSONObjectText]) {
    addName(name)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: object.closed)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func addName(_ name: String) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    JSONValue.appendString(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }
}
