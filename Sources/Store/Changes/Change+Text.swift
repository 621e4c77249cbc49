extension Change {
  /// Refuses U+0000 in any text.
  ///
  /// One engine keeps it and another cannot; refusing it everywhere keeps stores exchangeable.
  ///
  /// - Throws: ``StoreError/failed(reason:)`` that names the field.
  package func checkTexts() throws(StoreError) {
    try refuseNUL(in: [("chain", chain)], of: "change")
    for (index, edit) in edits.enumerated() {
      try edit.checkTexts(path: "edits[\(index)]")
    }
  }
}

extension Edit {
  fileprivate func checkTexts(path: String) throws(StoreError) {
    try refuseNUL(
      in: [
        ("actor", audit.actor), ("via", audit.via), ("action", audit.action), ("object", audit.object),
        ("reason", audit.reason), ("requestID", audit.requestID),
      ], of: "\(path).audit")
    if let project { try refuseNUL(in: project.texts, of: "\(path).project") }
    for (index, environment) in environments.enumerated() {
      try refuseNUL(in: environment.texts, of: "\(path).environments[\(index)]")
    }
    if let flag = flag?.flag {
      try refuseNUL(
        in: [
          ("id", flag.id), ("key", flag.key), ("kind", flag.kind), ("owner", flag.owner),
          ("description", flag.description), ("expiresOn", flag.expiresOn), ("propertyTypes", flag.propertyTypes),
        ] + flag.tags.map { ("tags", $0) }, of: "\(path).flag")
    }
    if let segment { try refuseNUL(in: segment.texts, of: "\(path).segment") }
    for (index, item) in items.enumerated() {
      try refuseNUL(in: [("id", item.id), ("document", item.document)], of: "\(path).items[\(index)]")
    }
    if let changeRequest { try refuseNUL(in: changeRequest.texts, of: "\(path).changeRequest") }
    if let job { try refuseNUL(in: job.texts, of: "\(path).job") }
    if let codeScan { try refuseNUL(in: codeScan.texts, of: "\(path).codeScan") }
    try refuseNUL(in: peopleTexts, of: path)
    if let token { try refuseNUL(in: token.texts, of: "\(path).token") }
  }
}

extension Edit {
  /// The texts of what concerns people, by the names that errors have for them.
  private var peopleTexts: [(name: String, text: String?)] {
    var texts: [(name: String, text: String?)] = []
    switch account {
    case .create(let account, _): texts += [("account.email", account.email), ("account.name", account.name)]
    case .change(_, let change, _): texts.append(("account.name", change.name))
    case nil: break
    }
    if case .create(let invitation) = invitation { texts.append(("invitation.email", invitation.email)) }
    return texts
  }
}

func refuseNUL(in fields: [(name: String, text: String?)], of path: String) throws(StoreError) {
  for (name, text) in fields where text?.utf8.contains(0) == true {
    throw .failed(reason: "\(path).\(name) contains U+0000, which no text of a store may contain")
  }
}
