// The conditions that only a segment may have.

extension IDCondition {
  init?(decoding object: JSONObject, with decoder: inout DocumentDecoder) {
    decoder.checkMembers(of: object, known: ["list", "by"])
    let ids = decoder.required("list", of: object) { decoder, value -> [String]? in
      guard let elements = decoder.array(value) else { return nil }
      decoder.checkCount(elements.count, limit: decoder.limits.segmentIDs, of: "ids")
      let ids = decoder.elements(of: elements) { $0.name($1) }
      return ids.count == elements.count ? ids : nil
    }
    let by = decoder.optional("by", of: object) { $0.name($1) }
    guard let ids else { return nil }
    self.init(ids, by: by)
  }
}

extension ListReference {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["digest", "count", "by"])
    let digest = decoder.required("digest", of: object) { $0.name($1) }
    let count = decoder.required("count", of: object) { $0.count($1) }
    let by = decoder.optional("by", of: object) { $0.name($1) }
    guard let digest, let count else { return nil }
    self.init(digest: digest, count: count, by: by)
  }
}

extension BehaviourFact {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["seen", "did", "withinDays"])
    let flag = decoder.optional("seen", of: object) { $0.reference($1) }
    let event = decoder.optional("did", of: object) { $0.name($1) }
    let days = decoder.required("withinDays", of: object) { decoder, value -> Int64? in
      guard let days = decoder.count(value) else { return nil }
      if !(1...BehaviourFact.maximumDays).contains(days) {
        decoder.report("\(days) is not a number of days from 1 to \(BehaviourFact.maximumDays)")
      }
      return days
    }
    if (object["seen"] == nil) == (object["did"] == nil) {
      decoder.report("must have one of the members seen, did")
    }
    guard let days else { return nil }
    if let flag {
      self.init(.seen(flag: flag), withinDays: days)
    } else if let event {
      self.init(.did(event: event), withinDays: days)
    } else {
      return nil
    }
  }
}
