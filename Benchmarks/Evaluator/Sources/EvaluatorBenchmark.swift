import Foundation

/// Serin's evaluator under measurement; `Benchmarks/Evaluator/programs.py` says what it is told and what it answers.
@main
struct EvaluatorBenchmark {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: EvaluatorBenchmark FOLDER\n".utf8))
      exit(64)
    }
    var session = Session(folder: URL(fileURLWithPath: CommandLine.arguments[1]))
    while let line = readLine() {
      let answer = reply(to: line.split(separator: " ").map(String.init), &session)
      FileHandle.standardOutput.write(Data((answer + "\n").utf8))
    }
  }

  private static func reply(to words: [String], _ session: inout Session) -> String {
    guard words.count == 3, let mode = Mode(words[1]) else { return "refused not understood" }
    do {
      switch words[0] {
      case "answers":
        try Data(try session.answers(mode)).write(to: URL(fileURLWithPath: words[2]))
        return "ok"
      case "measure":
        let measured = try session.measure(mode, milliseconds: UInt64(words[2]) ?? 100)
        return "ok \(measured.count) \(measured.nanoseconds)"
      default:
        return "refused not understood"
      }
    } catch let refusal as Refusal {
      return "refused \(refusal.message)"
    } catch {
      return "refused \(error)"
    }
  }
}
