/// What the parts of Eppo's flag configuration look like.
enum EppoShapes {
  static let flag = SourceShape.object([
    "enabled": .required(.bool), "variationType": .text, "totalShards": .number, "variations": .map(.object([:])),
    "allocations": .required(.array(allocation)),
  ])

  private static let allocation = SourceShape.object([
    "key": .text, "startAt": .text, "endAt": .text,
    "rules": .array(.object(["conditions": .required(.array(condition))])),
    "splits": .required(.array(.object(["variationKey": .required(.text), "shards": .required(.array(shard))]))),
  ])

  private static let condition = SourceShape.object(["attribute": .text, "operator": .text])

  private static let shard = SourceShape.object([
    "salt": .text, "ranges": .required(.array(.object(["start": .number, "end": .number]))),
  ])
}
