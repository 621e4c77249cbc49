/// What the parts of ConfigCat's config look like.
enum ConfigCatShapes {
  static let setting = SourceShape.object([
    "t": .number, "a": .text, "p": .array(option),
    "r": .array(.object(["c": .array(condition), "s": .object([:]), "p": .array(option)])),
  ])

  static let segment = SourceShape.object(["r": .required(.array(userCondition))])

  private static let option = SourceShape.object(["p": .number])
  private static let userCondition = SourceShape.object(["a": .text, "c": .number])

  private static let condition = SourceShape.object([
    "u": userCondition, "s": .object(["s": .number, "c": .number]), "p": .object(["f": .text, "c": .number]),
  ])
}
