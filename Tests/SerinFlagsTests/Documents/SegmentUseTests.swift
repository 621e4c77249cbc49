import Testing

@testable import SerinFlags

@Suite struct SegmentUseTests {
  @Test func everyRuleAndSegmentThatNamesASegmentIsFound() throws {
    let json = try JSONValue(
      parsing: Array(
        #"""
        {"schema":1,"flags":{"f":{"kind":"ops","owner":"w","variations":{"off":{"enabled":false},"on":{"enabled":true}},
        "off":"off","default":"off","rules":[
        {"id":"r_00000001","when":{"segment":"other"},"serve":"on"},
        {"id":"r_00000002","name":"testers","when":{"all":[{"segment":"vip"},{"not":{"segment":"vip"}}]},"serve":"on"}]}},
        "segments":{"vip":{"list":["a"]},"other":{"any":[{"segment":"vip"}]}}}
        """#.utf8))
    let document = try RulesetDocument(json: json, mode: .write)
    let uses = document.uses(ofSegment: "vip")
    #expect(uses.map(\.flag) == ["f", "f", nil])
    #expect(uses.map(\.segment) == [nil, nil, "other"])
    #expect(uses.map(\.rule) == ["r_00000002", "r_00000002", nil])
    #expect(uses.first?.ruleName == "testers")
    #expect(
      uses.map(\.path) == [
        "flags.f.rules[1].when.all[0].segment", "flags.f.rules[1].when.all[1].not.segment",
        "segments.other.any[0].segment",
      ])
    #expect(document.uses(ofSegment: "nobody").isEmpty)
  }
}
