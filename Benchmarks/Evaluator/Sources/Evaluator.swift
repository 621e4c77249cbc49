import CHash
import SerinFlags

/// The evaluator under measurement: every call to it is in this file, so that a change of its interface is one here.
///
/// Flags and contexts go by their numbers in the benchmark's files.
struct Evaluator {
  private let ruleset: CompiledRuleset
  private let contexts: Fixed<FlagContext>
  /// The flags by their numbers.
  private let flags: Fixed<CompiledFlag>
  /// The letter of each outcome of each flag, ``stride`` for each.
  private let letters: Fixed<UInt8>
  private let stride: Int
  private let now = Timestamp(microseconds: 1_800_000_000_000_000)

  /// Prepares a ruleset.
  ///
  /// - Throws: ``Refusal`` when this version cannot read a flag of it, or has no such hash engine.
  init(document: [UInt8], inputs: Inputs, engine: HashEngine) throws {
    var ruleset = CompiledRuleset(try RulesetDocument(json: try JSONValue(parsing: document), mode: .read))
    if engine == .hardware {
      // The table must not call by that name what is not.
      guard chash_has_hardware_sha256() else { throw Refusal("this processor has no SHA instructions") }
      ruleset.engine = DigestEngine(
        compress: chash_sha256_compress, compressPair: chash_sha256_compress_pair, prefetch: chash_prefetch,
        useLargePages: chash_use_large_pages)
    }
    self.ruleset = ruleset
    contexts = Fixed(try inputs.contexts.map { context in try FlagContext(json: context) })
    let flags = try inputs.keys.map { [ruleset] key in
      guard let flag = ruleset[key] else { throw Refusal("there is no flag \(key)") }
      if let issue = flag.issues.first { throw Refusal("\(key): \(issue.path): \(issue.message)") }
      return flag
    }
    let stride = flags.map(\.outcomes.count).max() ?? 0
    letters = Fixed(
      flags.flatMap { flag in
        flag.outcomes.map(\.letter) + Array(repeating: 0, count: stride - flag.outcomes.count)
      })
    self.stride = stride
    self.flags = Fixed(flags)
  }

  /// How many contexts there are.
  var contextCount: Int { contexts.count }
  /// How many flags there are.
  var flagCount: Int { flags.count }

  // Answers are handed to a closure, which takes what it needs of them without a copy of all the rest.

  /// Finds a flag by its key, takes the context as an app has it, and decides.
  @inline(__always)
  func single(context: Int, key: inout String, _ use: (Evaluation) -> Void) {
    if let evaluation = Self.ask(ruleset, &key, &contexts[context], now) { use(evaluation) }
  }

  /// One call as a program makes it that has the key and the context at hand.
  ///
  /// They come as `inout` only so that they are not copied out of the benchmark's memory first.
  @inline(never)
  private static func ask(
    _ ruleset: CompiledRuleset, _ key: inout String, _ context: inout FlagContext, _ now: Timestamp
  ) -> Evaluation? {
    ruleset.evaluate(key, for: context, at: now)
  }

  // Whoever asks for many flags has something ready for each answer, as the server has its bytes; here it is a letter.

  /// Takes the context once and decides every flag one by one, in their order.
  @inline(__always)
  func bound(context: Int, _ use: (UInt8) -> Void) {
    ruleset.withEvaluator(for: contexts[context], at: now) { evaluator in
      for index in 0..<flags.count { use(letters[index * stride + evaluator.outcome(of: flags[index])]) }
    }
  }

  /// Asks for all flags in one call; the answers come in the order of the keys' bytes, as the flags have it too.
  @inline(__always)
  func bulk(context: Int, _ use: (UInt8) -> Void) {
    var row = 0
    _ = ruleset.forEachOutcome(for: contexts[context], at: now) { _, outcome in
      use(letters[row + outcome])
      row += stride
    }
  }
}

/// Elements that are handed over where they are: an array would copy each one first, which is no work of the evaluator.
final class Fixed<Element> {
  private let elements: UnsafeMutableBufferPointer<Element>

  init(_ elements: [Element]) {
    self.elements = .allocate(capacity: elements.count)
    _ = self.elements.initialize(from: elements)
  }

  deinit {
    elements.deinitialize()
    elements.deallocate()
  }

  var count: Int { elements.count }

  subscript(index: Int) -> Element {
    @inline(__always) get { elements[index] }
    @inline(__always) _modify { yield &elements[index] }
  }
}

/// What computes the hash of Serin's draw.
enum HashEngine: String {
  /// Pure Swift, as in an app.
  case swift
  /// The processor's SHA instructions, as in the server.
  case hardware
}

extension Evaluation {
  /// The letter of a flag that is off.
  static let offLetter = UInt8(ascii: "-")

  /// One byte for the file of answers: the variation's letter, or `-` when the flag is off.
  var letter: UInt8 {
    isEnabled ? variation.utf8.first ?? UInt8(ascii: "?") : Self.offLetter
  }
}
