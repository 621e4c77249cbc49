import Foundation
import SerinFlags
import Testing

@Suite struct JSONDepthTests {
  /// Runs the work on a thread whose stack is as small as those of worker threads on Apple platforms.
  private func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: work()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  private static func failure(_ text: String, _ options: JSONParsingOptions = .lenient) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: text.utf8, options: options)
      return nil
    } catch {
      return error
    }
  }

  @Test func aTextNestedTenThousandDeepFailsWithAClearMessage() async {
    for opening in ["[", "{\"a\":"] {
      let text = String(repeating: opening, count: 10_000)
      let error = await onSmallStack { Self.failure(text) }
      #expect(error?.message == "is nested deeper than 64 levels")
      #expect(error?.offset == 64 * opening.utf8.count)
    }
  }

  @Test func aMegabyteOfBracketsIsRefusedAtOnce() async {
    let text = String(repeating: "[", count: 1 << 20)
    let error = await onSmallStack { Self.failure(text, JSONParsingOptions(maximumDepth: .max)) }
    #expect(error?.message == "is nested deeper than 128 levels")
  }

  @Test func exactlyTheAllowedDepthIsRead() async {
    for (depth, options) in [(64, JSONParsingOptions.lenient), (64, .control), (1, .init(maximumDepth: 1))] {
      func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      }
      #expect(Self.failure(nested(depth), options) == nil)
      #expect(Self.failure(nested(depth + 1), options)?.offset == depth)
    }
    #expect(Self.failure("1", JSONParsingOptions(maximumDepth: -1)) == nil)
    #expect(Self.failure("[]", JSONParsingOptions(maximumDepth: -1)) != nil)
  }

  @Test func theDeepestAllowedValueIsWrittenComparedAndHashedOnASmallStack() async {
    let depth = 128
    let text = String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
    let isSame = await onSmallStack {
      let options = JSONParsingOptions(maximumDepth: depth)
      guard let value = try? JSONValue(parsing: text.utf8, options: options),
        let again = try? JSONValue(parsing: value.serialized(pretty: true), options: options)
      else { return false }
      return value == again && value.hashValue == again.hashValue && value.serialized() == Array(text.utf8)
    }
    #expect(isSame)
  }
}
