import SerinFlags
import TestRandom
import Testing

@Suite struct FlagContextParsingTests {
  /// What the long way gives: the context, or nil when something is wrong.
  private static func reference(_ body: [UInt8], _ options: JSONParsingOptions) -> FlagContext? {
    guard let json = try? JSONValue(parsing: body, options: options), case .object(let object) = json else {
      return nil
    }
    guard object.names == ["context"], let context = object["context"] else { return nil }
    return try? FlagContext(json: context)
  }

  /// Whether both are the same to the last byte: ids, and attributes in their order.
  private static func isSame(_ left: FlagContext, _ right: FlagContext?) -> Bool {
    left == right && left.attributes.names == right?.attributes.names
      && left.json.serialized() == right?.json.serialized()
  }

  @Test(arguments: [
    #"{"context":{}}"#, #"{"context":{"userID":"alice"}}"#, #" { "context" : { "deviceID" : "d" , "userID" : "" } } "#,
    #"{"context":{"attributes":{}}}"#,
    #"{"context":{"attributes":{"a":1,"b":[{"c":null}],"a":-2.5e3},"userID":"ü\n"}}"#,
    #"{"context":{"attributes":{"email":"someone@example.com","aNameOfMoreThanFifteenBytes":true,"":""}}}"#,
  ])
  func ordinaryBodiesAreReadDirectly(body: String) throws {
    let bytes = Array(body.utf8)
    let context = try #require(FlagContext(ordinaryBody: bytes))
    #expect(Self.isSame(context, Self.reference(bytes, .lenient)))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"context":null}"#, #"{"context":[]}"#, #"{"context":{},"more":1}"#, #"{"context":{}} x"#,
    #"{"context":{"userID":1}}"#, #"{"context":{"userId":"a"}}"#, #"{"context":{"attributes":[]}}"#,
    #"{"context":{"attributes":{"a":01}}}"#, #"{"context":{"attributes":{"a":"\ud800"}}}"#, #"{"context":{},}"#,
    #"{"context":{"userID":"a","userID":"b"}}"#, #"{"context":{"userID":"a",}}"#, #"{"context":{,}}"#,
    #"{"context":{}"#,
    "\u{FEFF}{\"context\":{}}",
  ])
  func everythingElseIsLeftToTheLongWay(body: String) {
    #expect(FlagContext(ordinaryBody: Array(body.utf8)) == nil)
  }

  @Test func theLimitsOfAttributesAndDepthHold() {
    func body(_ count: Int) -> [UInt8] {
      let members = (0..<count).map { "\"a\($0)\":\($0)" }.joined(separator: ",")
      return Array("{\"context\":{\"attributes\":{\(members)}}}".utf8)
    }
    #expect(FlagContext(ordinaryBody: body(256))?.attributes.count == 256)
    #expect(FlagContext(ordinaryBody: body(257)) == nil)
    let nested = Array(#"{"context":{"attributes":{"a":[[1]]}}}"#.utf8)
    for depth in 0...6 {
      let options = JSONParsingOptions(maximumDepth: depth)
      #expect((FlagContext(ordinaryBody: nested, options: options) != nil) == (depth >= 5))
    }
  }

  @Test(arguments: [JSONParsingOptions.lenient, .control, JSONParsingOptions(maximumDepth: 4)])
  func theShortWayNeverSaysAnythingElseThanTheLongOne(options: JSONParsingOptions) {
    var random = RandomJSON(seed: 11)
    var generator = SeededGenerator(seed: 12)
    var direct = 0
    for _ in 0..<4000 {
      var members = [("attributes", JSONValue.object(random.object(depth: 2)))]
      if generator.oneIn(2) { members.append(("userID", .string(generator.pick(RandomJSON.strings)))) }
      if generator.oneIn(2) { members.append(("deviceID", .string(generator.pick(RandomJSON.strings)))) }
      let context = JSONValue.object(JSONObject(members: members.shuffled(using: &generator)))
      var body = (["context": context] as JSONValue).serialized(pretty: generator.oneIn(4))
      if !generator.oneIn(3) { body = BodyMutation.apply(to: body, using: &generator) }
      guard let context = FlagContext(ordinaryBody: body, options: options) else { continue }
      direct += 1
      #expect(Self.isSame(context, Self.reference(body, options)), "\(String(decoding: body, as: UTF8.self))")
    }
    // A reader that refused everything would never be wrong.
    #expect(direct > 800)
  }
}
