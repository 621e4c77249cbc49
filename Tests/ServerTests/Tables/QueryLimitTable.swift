import Testing

@testable import Server

/// A limit of a parameter behind the `?`: the smallest and the largest that are taken.
struct QueryLimitTable: Sendable, CustomTestStringConvertible {
  let id: String
  let parameter: String
  /// The numbers, or the lengths of the text.
  let range: ClosedRange<Int>
  /// Whether it is a text of such lengths.
  var isText = false

  var testDescription: String { "\(id) \(parameter)" }

  /// What is sent for a number or length.
  func value(_ size: Int) -> String { isText ? LimitTable.text(size) : "\(size)" }

  static let rows = [
    QueryLimitTable(id: "listAudit", parameter: "limit", range: 1...1000),
    QueryLimitTable(id: "listInstanceAudit", parameter: "limit", range: 1...1000),
    QueryLimitTable(id: "listAudit", parameter: "after", range: 0...9_007_199_254_740_991),
    QueryLimitTable(id: "listInstanceAudit", parameter: "after", range: 0...9_007_199_254_740_991),
    QueryLimitTable(id: "listFlags", parameter: "limit", range: 1...500),
    QueryLimitTable(id: "listSegments", parameter: "limit", range: 1...500),
    QueryLimitTable(id: "listProjectSegments", parameter: "limit", range: 1...500),
    QueryLimitTable(id: "listSchedules", parameter: "limit", range: 1...500),
    QueryLimitTable(id: "listChangeRequests", parameter: "limit", range: 1...500),
    QueryLimitTable(id: "listFlagVersions", parameter: "limit", range: 1...100),
    QueryLimitTable(id: "listSegmentVersions", parameter: "limit", range: 1...100),
    QueryLimitTable(id: "findCodeReferences", parameter: "limit", range: 1...1000),
    QueryLimitTable(id: "getRecentContexts", parameter: "limit", range: 0...100),
    QueryLimitTable(id: "deleteRecentContexts", parameter: "userID", range: 1...300, isText: true),
    QueryLimitTable(id: "listStaleFlags", parameter: "days", range: 1...400),
  ]
}
