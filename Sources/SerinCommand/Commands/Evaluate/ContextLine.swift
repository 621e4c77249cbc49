import SerinFlags

/// A line of a file of contexts.
enum ContextLine {
  /// Nothing but white space.
  case blank
  case context(FlagContext)
  /// No context; why not.
  case wrong([String])

  /// Reads a line.
  init(_ line: InputFile.Line) {
    guard case .text(let bytes) = line else {
      self = .wrong(["the line is longer than \(LocalEvaluation.lineLimit / 1024) KiB, the most that is taken"])
      return
    }
    guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) else {
      self = .blank
      return
    }
    do throws(JSONError) {
      let json = try JSONValue(parsing: bytes)
      do throws(DocumentError) {
        self = .context(try FlagContext(json: json))
      } catch {
        self = .wrong(error.issues.map(\.description))
      }
    } catch {
      self = .wrong([error.description])
    }
  }
}
