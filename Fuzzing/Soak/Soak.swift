import Dispatch
import Foundation
import FuzzTargets

/// Makes random documents and contexts and checks all that must hold of them; `script/soak` says how it is called.
@main
struct Soak {
  /// How many documents a thread does between two looks at the others.
  private static let batch = 1000

  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print("usage: Soak [DOCUMENTS] [--seed N] [--first N] [--threads N]")
      exit(64)
    }
    let progress = Progress(options)
    DispatchQueue.concurrentPerform(iterations: options.threads) { _ in
      while let documents = progress.nextBatch(of: batch) {
        for document in documents {
          if let failure = check(document, seed: options.seed) { progress.report(failure, document: document) }
        }
      }
    }
    exit(progress.finish() ? 0 : 1)
  }

  /// Makes the document of a number and checks it; the same for the same seed, whichever thread does it.
  private static func check(_ document: Int, seed: UInt64) -> FuzzFailure? {
    do throws(FuzzFailure) {
      try GeneratedTarget.run(document: document, seed: seed)
      return nil
    } catch {
      return error
    }
  }
}
