import SerinCodegen
import SerinFiles
import SerinFlags

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The `serin-codegen` program: what the build plugin runs.
///
/// Messages have the form that compilers use, so that Xcode and SwiftPM show them as errors and warnings of the build.
@main
struct SerinCodegenTool {
  /// The largest document that is read, as everywhere.
  private static let documentLimit = 64 * 1024 * 1024

  /// Why nothing was generated.
  private struct Failure: Error {
    var code: Int32
    var lines: [String]
  }

  static func main() {
    do throws(ToolArguments.UsageError) {
      guard let arguments = try ToolArguments(Array(CommandLine.arguments.dropFirst())) else {
        return say(ToolArguments.help, to: STDOUT_FILENO)
      }
      run(arguments)
    } catch {
      say("serin-codegen: \(error.message.printable)\n\n\(ToolArguments.help)", to: STDERR_FILENO)
      exit(64)
    }
  }

  private static func run(_ arguments: ToolArguments) {
    do throws(Failure) {
      try checkOutput(of: arguments)
      let source = try source(for: arguments)
      for warning in source.warnings {
        say("\(arguments.input): warning: \(warning)".printable, to: STDERR_FILENO)
      }
      try write(source, as: arguments)
    } catch {
      for line in error.lines { say(line.printable, to: STDERR_FILENO) }
      exit(error.code)
    }
  }

  private static func source(for arguments: ToolArguments) throws(Failure) -> GeneratedSource {
    let choices = arguments.choices
    var options = GeneratorOptions()
    if let file = choices.configuration {
      options = try refusing(file) { json throws(DocumentError) in try GeneratorOptions(configuration: json) }
    }
    let document = try refusing(arguments.input) { json throws(DocumentError) in try FlagsDocument(json: json) }
    return FlagsGenerator.source(of: document, options: choices.options(over: options), asOf: choices.day ?? today)
  }

  /// Reads a file as JSON and makes something of it; what is wrong is told with the file's name.
  private static func refusing<Value>(
    _ file: String, _ read: (JSONValue) throws(DocumentError) -> Value
  ) throws(Failure) -> Value {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try WholeFile.read(file, limit: documentLimit)
    } catch {
      throw Failure(code: error.isMissing ? 5 : 1, lines: ["\(file): error: \(error)"])
    }
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes, options: .control)
    } catch {
      let place = SourcePlace(of: error.offset, in: bytes)
      let path = error.path.isEmpty ? "" : "\(error.path): "
      throw Failure(code: 65, lines: ["\(file):\(place.line):\(place.column): error: \(path)\(error.message)"])
    }
    do throws(DocumentError) {
      return try read(json)
    } catch {
      throw Failure(code: 65, lines: error.issues.map { "\(file): error: \($0)" })
    }
  }

  /// Refuses to put source in the place of something else.
  private static func checkOutput(of arguments: ToolArguments) throws(Failure) {
    guard let file = arguments.choices.output, FilePath.isRegularFile(file) else { return }
    let content: [UInt8]
    do throws(FileError) {
      content = try WholeFile.read(file, limit: documentLimit)
    } catch {
      throw Failure(code: 73, lines: ["\(file): error: \(error)"])
    }
    let inputs = [arguments.input, arguments.choices.configuration].compactMap(\.self)
    let isRead = inputs.contains { FilePath.areSameFile($0, file) }
    guard let refusal = OutputRefusal(of: file, holding: content, isRead: isRead, choices: arguments.choices) else {
      return
    }
    throw Failure(code: refusal.isUsage ? 64 : 73, lines: ["\(file): error: \(refusal.message)"])
  }

  private static func write(_ source: GeneratedSource, as arguments: ToolArguments) throws(Failure) {
    guard let file = arguments.choices.output else {
      guard WholeFile.writeAll(source.bytes, to: STDOUT_FILENO) == nil else {
        throw Failure(code: 73, lines: ["serin-codegen: error: cannot write to standard output"])
      }
      return
    }
    do throws(FileError) {
      try WholeFile.write(source.bytes, to: file)
    } catch {
      throw Failure(code: 73, lines: ["\(file): error: \(error)"])
    }
  }

  private static var today: CalendarDay { CalendarDay(Timestamp(milliseconds: Int64(time(nil)) * 1000)) }

  private static func say(_ text: String, to descriptor: Int32) {
    // There is nowhere left to say that a message could not be written.
    _ = WholeFile.writeAll(Array(text.utf8) + [UInt8(ascii: "\n")], to: descriptor)
  }
}
