import SerinFlags

/// Reads texts that mean something: instants, versions and addresses.
enum ValuesTarget {
  /// The first two lines are compared with each other.
  static func run(_ bytes: UnsafeRawBufferPointer) throws(FuzzFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    let left = String(decoding: lines.first ?? bytes[..<0], as: UTF8.self)
    let right = lines.count > 1 ? String(decoding: lines[1], as: UTF8.self) : left
    try checkInstants(left, right)
    try checkVersions(left, right)
    try checkAddresses(left, right)
    if let number = Double(left) { try checkNumber(number) }
  }

  private static func checkInstants(_ left: String, _ right: String) throws(FuzzFailure) {
    guard let instant = Timestamp(parsing: left) else { return }
    try require(instant >= .earliest && instant <= .latest, "\(instant.microseconds) is out of bounds")
    let again = Timestamp(parsing: "\(instant)")
    try require(again == instant, "\(left) is written as \(instant), which is another instant")
    guard let other = Timestamp(parsing: right) else { return }
    let before = truth("before", .string(right), of: .string(left))
    try require(before == (instant < other), "\(left) before \(right) is \(shown(before))")
    let after = truth("after", .string(right), of: .string(left))
    try require(after == (instant > other), "\(left) after \(right) is \(shown(after))")
  }

  private static func checkNumber(_ number: Double) throws(FuzzFailure) {
    let percentage = Percentage(clamping: number)
    try require(percentage.micro <= 100_000_000, "\(number) becomes more than 100 %")
    if let exact = Percentage(number) { try require(exact == percentage, "\(number) becomes two percentages") }
    try require(Percentage(percentage.percent) == percentage, "\(percentage.percent) does not come back")
    if let instant = Timestamp(secondsSince1970: number) {
      try require(instant >= .earliest && instant <= .latest, "\(number) is out of bounds")
      try require(Timestamp(parsing: "\(instant)") == instant, "\(instant) does not come back")
    }
  }

  private static func checkVersions(_ left: String, _ right: String) throws(FuzzFailure) {
    guard let version = SemanticVersion(parsing: left), let other = SemanticVersion(parsing: right) else { return }
    let pair = "\(left) and \(right)"
    let relations = [version < other, version == other, other < version]
    try require(relations.filter { $0 }.count == 1, "\(pair): \(relations)")
    try require(version.isWithinTilde(of: version) && version.isWithinCaret(of: version), "\(left) is not in itself")
    if version.isWithinTilde(of: other) || version.isWithinCaret(of: other) {
      try require(version >= other && version.major == other.major, "\(pair): in the range, and before or beyond it")
    }
    let wanted = [
      "semver<": version < other, "semver=": version == other, "semver>": version > other,
      "semver<=": version <= other, "semver>=": version >= other, "semver!=": version != other,
      "semver~": version.isWithinTilde(of: other), "semver^": version.isWithinCaret(of: other),
    ]
    for (name, expected) in wanted {
      let found = truth(name, .string(right), of: .string(left))
      try require(found == expected, "\(left) \(name) \(right) is \(shown(found))")
    }
  }

  /// An address lies in the range of itself, and in every wider one.
  private static func checkAddresses(_ left: String, _ right: String) throws(FuzzFailure) {
    guard let isInItself = truth("cidr", [.string(left)], of: .string(left)) else { return }
    try require(isInItself, "\(left) is not in itself")
    guard truth("cidr", ["::/0"], of: .string(left)) != nil else { throw FuzzFailure("\(left) is no address") }
    var wasIn = truth("cidr", [.string(right)], of: .string(left)) ?? false
    for prefix in [128, 127, 97, 96, 64, 33, 32, 31, 8, 1, 0] {
      guard let isIn = truth("cidr", [.string("\(right)/\(prefix)")], of: .string(left)) else { continue }
      try require(isIn || !wasIn, "\(left) is not in \(right)/\(prefix), but in a narrower range")
      wasIn = isIn
    }
  }

  /// What a comparison comes to, or nil when it is unknown or the wanted value is not understood.
  private static func truth(_ operator: String, _ wanted: JSONValue, of value: JSONValue) -> Bool? {
    let member = wanted.arrayValue == nil ? "value" : "values"
    let condition: JSONValue = ["attribute": "a", "op": .string(`operator`), member: wanted]
    let flag = FlagEntry(
      reading: [
        "kind": "release",
        "variations": ["no": ["enabled": false], "yes": ["enabled": true], "off": ["enabled": false]],
        "rules": [
          ["id": "y", "when": condition, "serve": "yes"], ["id": "n", "when": ["not": condition], "serve": "no"],
        ],
      ], key: "f")
    let answer = CompiledFlag(flag).evaluate(for: FlagContext(attributes: ["a": value]), at: .earliest)
    return answer.ruleId == "y" ? true : answer.ruleId == "n" ? false : nil
  }

  private static func shown(_ truth: Bool?) -> String { truth.map { "\($0)" } ?? "unknown" }
}
