import HTTP
import SerinFlags

/// The ids that somebody sent for a list.
struct GivenIDs: Sendable {
  let list: IDList
  /// The ids themselves, when there are no more than a document holds.
  let texts: [String]?
  /// How many lines there were.
  let lines: Int

  /// The most ids that stand in a segment's document; more are kept beside it as hashes.
  static let inline = 1000
  /// The most bytes of an id that may stand in a document.
  static let inlineBytes = 256

  /// Reads the lines of a body, one id in each.
  ///
  /// - Throws: 422 that names the line, 400 when the body does not come to its end.
  init(lines stream: HTTPBodyStream, environmentID: String) async throws(Problem) {
    var builder = IDListBuilder(environmentID: environmentID, engine: .hardware, keeping: Self.inline)
    do {
      while let piece = try await stream.next() { try builder.addLines(piece) }
      try builder.addUnfinishedLine()
      texts = builder.keptIDs
      lines = builder.line
      list = try builder.finish()
    } catch let error as IDListError {
      throw Problem(path: "", message: "\(error)")
    } catch {
      throw Problem(.badRequest, "the body did not come to its end; nothing was changed")
    }
  }

  /// The ids of a document.
  init(_ ids: [String], environmentID: String) throws(Problem) {
    var builder = IDListBuilder(environmentID: environmentID, engine: .hardware, keeping: max(1, ids.count))
    do throws(IDListError) {
      for id in ids { try builder.add(id) }
      texts = builder.keptIDs
      lines = ids.count
      list = try builder.finish()
    } catch {
      throw Problem(.internalError, "the stored list cannot be read: \(error)")
    }
  }

  init(list: IDList, texts: [String]?) {
    self.list = list
    self.texts = texts
    lines = list.count
  }

  /// The ids, when all of them may stand in a document.
  var inlineTexts: [String]? {
    guard let texts, texts.count <= Self.inline, texts.allSatisfy({ $0.utf8.count <= Self.inlineBytes }) else {
      return nil
    }
    return texts
  }
}
