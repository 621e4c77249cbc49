import SerinFlags

/// Rules that look at behaviour, as the tests of it share them.
enum BehaviourSamples {
  static let segments: JSONObject = [
    "bought": Samples.did("bought"), "left": Samples.did("left"), "came": Samples.did("came"),
  ]
  static let bought = Samples.segment("bought")
  /// True of whoever has signed in.
  static let yes: JSONValue = ["attribute": "userID", "op": "exists"]
  static let no: JSONValue = ["attribute": "userID", "op": "absent"]
  static let unknown = Samples.isEqual("nothing", "x")
}
