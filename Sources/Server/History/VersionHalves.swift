import Store

/// Two halves that were there together, with who wrote each.
struct VersionHalves<Thing: VersionedThing>: Sendable {
  let fields: Thing.Fields
  /// Nil where the environment never had anything of the thing.
  let item: ItemVersion?

  /// Who made the thing what it was; of a change that wrote both halves, the one row for both.
  var author: Authorship {
    guard let item, item.author.auditSequence >= fields.author.auditSequence else { return fields.author }
    return item.author
  }

  /// The versions before: the half that was written last steps back, or both when one change wrote both.
  ///
  /// Nil when there are none: what an item was before its own fields were written for the first time belongs to an earlier
  /// thing of the same key.
  var earlier: VersionPair? {
    let here = VersionPair(fields: fields.number, item: item?.number ?? 0)
    let isTogether = item.map { fields.author.isOneChange(with: $0.author) } ?? false
    let isItem = isTogether || item.map { $0.author.auditSequence > fields.author.auditSequence } ?? false
    let isFields = isTogether || !isItem
    if isFields, here.fields == 1 { return nil }
    let earlier = VersionPair(
      fields: here.fields - (isFields ? 1 : 0), item: here.item - (isItem && here.item > Thing.firstItem ? 1 : 0))
    return earlier == here ? nil : earlier
  }

  /// How many bytes the item's document has.
  var bytes: Int { item?.item.document.utf8.count ?? 0 }

  /// The thing as it was.
  func thing(in environment: EnvironmentRecord) throws(Problem) -> Thing {
    try Thing(fields.record, item?.item, in: environment)
  }
}

extension Authorship {
  /// Whether this one's half was there before the other half moved on; nil when it never did.
  func isBefore(_ next: Authorship?) -> Bool {
    guard let next else { return true }
    return auditSequence < next.auditSequence && !isOneChange(with: next)
  }

  /// Whether one edit wrote both: a flag's fields are under the audit row of the first environment that it touches.
  func isOneChange(with other: Authorship) -> Bool {
    at == other.at && actor == other.actor && action == other.action
      && abs(auditSequence - other.auditSequence) <= Int64(ProjectService.maximumEnvironments)
  }
}
