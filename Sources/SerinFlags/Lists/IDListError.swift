/// Why ids, or the bytes of a bucket, do not make a list.
package enum IDListError: Error, Sendable, Hashable {
  /// A line is no id, or an id that was added one by one is none; both are counted from 1.
  case badID(line: Int, IDProblem)
  /// There are more different ids than a list may have.
  case tooManyIDs(limit: Int)
  /// There is no such bucket.
  case noSuchBucket(Int)
  /// The bytes are not whole hashes.
  case bucketLength(bucket: Int, bytes: Int)
  /// The hash at this place, counted from 0, belongs to another bucket.
  case wrongBucket(bucket: Int, place: Int, belongsTo: Int)
  /// The hash at this place, counted from 0, is not greater than the one before it.
  case unsortedBucket(bucket: Int, place: Int)
}

/// What is wrong with an id.
package enum IDProblem: Sendable, Hashable {
  /// It is empty or has more bytes than ``IDListLimits/idBytes``.
  case length(Int)
  /// It is longer than a line may be, and its end has not been seen.
  case endless
  /// It is not valid UTF-8.
  case encoding
  /// It holds a control character.
  case controlCharacter(UInt32)
  /// The text begins with a byte order mark, which would become a part of the first id.
  case byteOrderMark
}

extension IDListError: CustomStringConvertible {
  /// What is wrong, where, and what is allowed.
  package var description: String {
    let buckets = "buckets are 0 to \(IDList.bucketCount - 1)"
    switch self {
    case .badID(let line, let problem): return "line \(line): \(problem)"
    case .tooManyIDs(let limit): return "there are more than \(limit) different ids, the most that a list may have"
    case .noSuchBucket(let bucket): return "there is no bucket \(bucket): \(buckets)"
    case .bucketLength(let bucket, let bytes):
      return "bucket \(bucket): its \(bytes) bytes are not a multiple of \(ListedID.encodedSize)"
    case .wrongBucket(let bucket, let place, let other):
      return "bucket \(bucket): the hash at place \(place) belongs to bucket \(other)"
    case .unsortedBucket(let bucket, let place):
      return "bucket \(bucket): the hash at place \(place) is not greater than the one before it"
    }
  }
}

extension IDProblem: CustomStringConvertible {
  /// What is wrong and what is allowed.
  package var description: String {
    let rule = "an id has 1 to \(IDListLimits.idBytes) bytes"
    switch self {
    case .length(0): return "\(rule), this one is empty"
    case .length(let count): return "\(rule), this one has \(count)"
    case .endless: return "\(rule), this line is longer"
    case .encoding: return "the id is not valid UTF-8"
    case .controlCharacter(let scalar):
      return "the id holds the control character 0x\(String(scalar, radix: 16, uppercase: true))"
    case .byteOrderMark: return "the text begins with a byte order mark; save it as UTF-8 without one"
    }
  }
}
