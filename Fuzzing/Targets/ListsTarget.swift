import SerinFlags

/// Reads ids as buckets and as lines.
enum ListsTarget {
  /// The first byte says how the input is taken: as a bucket with its number in two bytes, or as lines in pieces.
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    guard bytes.count >= 3 else { return }
    if bytes[0] == UInt8(ascii: "B") {
      let index = Int(bytes[1]) << 8 | Int(bytes[2])
      try checkBucket(index, Array(bytes[3...]))
    } else {
      try checkLines(Array(bytes[1...]), pieceLength: Int(bytes[0] & 31) + 1)
    }
  }

  private static func checkBucket(_ index: Int, _ encoded: [UInt8]) throws(FuzzFailure) {
    guard let bucket = bucket(index, encoded) else { return }
    try require(bucket.encoded == encoded, "bucket \(index) is written as other bytes than it was read from")
    guard let list = try? IDList().replacing([bucket]) else { throw FuzzFailure("one bucket is too large a list") }
    try require(list.count == bucket.ids.count, "the list has \(list.count) ids, the bucket \(bucket.ids.count)")
    try require(list.bucket(index) == bucket, "the list gives another bucket back")
    try require(bucket.ids.allSatisfy(list.contains), "the list lacks an id of its bucket")
    guard let middle = bucket.ids.dropFirst(bucket.ids.count / 2).first else { return }
    guard let fewer = try? list.applying(remove: [middle]), let whole = try? fewer.applying(add: [middle]) else {
      throw FuzzFailure("a list cannot be edited")
    }
    try require(!fewer.contains(middle) && fewer.count == list.count - 1, "an id was removed and is still there")
    try require(whole == list, "an id removed and added again makes another list")
  }

  private static func bucket(_ index: Int, _ encoded: [UInt8]) -> IDBucket? {
    do throws(IDListError) {
      return try IDBucket(index: index, encoded: encoded)
    } catch {
      _ = "\(error)"
      return nil
    }
  }

  /// However the text is cut into pieces, it makes the same list or the same problem.
  private static func checkLines(_ text: [UInt8], pieceLength: Int) throws(FuzzFailure) {
    let whole = list([text[...]])
    let starts = stride(from: 0, to: text.count, by: pieceLength)
    let pieces = list(starts.map { text[$0..<min($0 + pieceLength, text.count)] })
    switch (whole, pieces) {
    case (.success(let whole), .success(let pieces)):
      try require(whole == pieces, "the text in pieces makes another list")
    case (.failure(.badID(let line, _)), .failure(.badID(let sameLine, _))):
      // A line that is too long is noticed before its end, so the words may differ.
      try require(line == sameLine, "line \(line) is wrong at once, line \(sameLine) in pieces")
    default:
      throw FuzzFailure("the text is a list at once or in pieces only: \(whole), \(pieces)")
    }
  }

  private static func list(_ pieces: [ArraySlice<UInt8>]) -> Result<IDList, IDListError> {
    do throws(IDListError) {
      var builder = IDListBuilder(environmentID: "e_1")
      for piece in pieces { try builder.addLines(Array(piece)) }
      return .success(try builder.finish())
    } catch {
      return .failure(error)
    }
  }
}
