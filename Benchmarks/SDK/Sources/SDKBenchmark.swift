import Foundation
import Serin

/// The SDK under measurement: one process for each measurement, which prints its figures in one line.
///
///     SDKBenchmark prepare FOLDER FLAGS                         stores an answer, as an earlier launch would have
///     SDKBenchmark start FOLDER FLAGS                           processor and wall nanoseconds until flags can be read
///     SDKBenchmark memory FLAGS                                 bytes that the process grew by
///     SDKBenchmark read WHAT THREADS FLAGS MILLISECONDS PAUSE   readings, their processor nanoseconds, refreshes
///
/// WHAT is `enabled` or `property`. PAUSE is how many milliseconds pass between two refreshes; 0 means none are made.
@main
struct SDKBenchmark {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.compactMap { Int($0) }
    switch (words.first, words.count, numbers.count) {
    case ("prepare", 3, 1): await Launch(folder: words[1], flagCount: numbers[0]).prepare()
    case ("start", 3, 1): Launch(folder: words[1], flagCount: numbers[0]).measure()
    case ("memory", 2, 1): await measureMemory(flagCount: numbers[0])
    case ("read", 6, 4):
      guard let what = Reading(rawValue: words[1]) else { return usage() }
      await Readers(what: what, threads: numbers[0], flagCount: numbers[1]).measure(
        milliseconds: numbers[2], pause: numbers[3])
    default: usage()
    }
  }

  private static func usage() {
    FileHandle.standardError.write(Data("Benchmarks/SDK/main.py says how this is called\n".utf8))
    exit(64)
  }

  private static func measureMemory(flagCount: Int) async {
    // Whatever the first client, its session and its decoder need once is not what flags take.
    let first = Client.make(flagCount: 1)
    _ = try? await first.refresh()
    let before = residentBytes()
    let flags = Client.make(flagCount: flagCount)
    _ = try? await flags.refresh()
    let after = residentBytes()
    precondition(flags.snapshot.all.count == flagCount && first.snapshot.all.count == 1)
    print(after - before)
  }

  /// The memory that the process holds, by Linux's own account; 0 elsewhere.
  private static func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
