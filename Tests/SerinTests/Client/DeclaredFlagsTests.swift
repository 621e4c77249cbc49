import Foundation
import Testing

@testable import Serin

/// Declared flags and typed values read from a client.
@Suite struct DeclaredFlagsTests {
  private func property<Value: FlagValue>(_ name: String, default value: Value) -> FlagProperty<Value> {
    FlagProperty(ShopFlag.newCheckout.flag, name, default: value)
  }

  private func client(
    _ bench: Bench, _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FeatureFlags {
    let flags = bench.client { configure(&$0) }
    try await flags.refresh()
    return flags
  }

  /// Decision 49: each property is reported once, however often and by however many threads it is read.
  @Test func aValueOfAnotherTypeIsReportedOnceForEachProperty() async throws {
    let bench = try Bench(
      ScriptedTransport { _, _ in
        .answer([.flag("new_checkout", properties: ["limit": true, "color": 1, "size": 3.5, "good": 7])])
      })
    let flags = try await client(bench)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            #expect(flags.value(property("limit", default: 3)) == 3)
            #expect(flags.value(property("color", default: "blue")) == "blue")
            #expect(flags.value(property("good", default: 0)) == 7)
            #expect(flags.value(property("absent", default: 9)) == 9)
          }
        }
      }
    }
    #expect(flags.value(property("size", default: 1)) == 1)
    try await until("three reports") { bench.log.count >= 3 }
    #expect(
      Set(bench.log.all) == [
        "flag new_checkout, property limit: expected Int, found the boolean true; its default is used",
        "flag new_checkout, property color: expected String, found the number 1.0; its default is used",
        "flag new_checkout, property size: expected Int, found the number 3.5; its default is used",
      ])
    #expect(bench.log.count == 3)
  }

  @Test func aClosedClientReportsNothing() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("new_checkout", false, properties: ["a": 1])]) })
    let events = Recorder<FlagEvent>()
    let flags = try await client(bench) { $0.onEvent = { events.add($0) } }
    flags.close()
    #expect(flags.value(property("a", default: "b")) == "b")
    let ran = flags.withKillSwitch(ShopFlag.newCheckout.flag) {
      "action"
    } fallback: {
      "fallback"
    }
    #expect(ran == "fallback")
    try await bench.settle(flags)
    #expect(bench.log.all == [])
    #expect(events.all == [])
  }

  @Test func whatWasSaidIsBounded() {
    let reported = OnceOnly()
    for number in 0..<OnceOnly.capacity { #expect(reported.isFirst("flag", "p\(number)")) }
    #expect(!reported.isFirst("flag", "one more"))
    #expect(!reported.isFirst("flag", "p0"))
  }

  @Test func placesAreToldApartByTheirBytes() {
    let reported = OnceOnly()
    #expect(reported.isFirst("ab", "c"))
    #expect(reported.isFirst("a", "bc"))
    #expect(reported.isFirst("\u{E9}", "c"))
    #expect(reported.isFirst("e\u{301}", "c"))
    #expect(!reported.isFirst("ab", "c"))
  }

  /// Decision 49: the server knows the flag as another kind, and its answer counts.
  @Test func theServersAnswerCountsWhenTheKindsDiffer() async throws {
    let bench = try Bench(ScriptedTransport { _, _ in .answer([.flag("payment_system_enabled", false)]) })
    let flags = try await client(bench) { $0.declared = ShopFlag.allFlags }
    #expect(!flags.isEnabled(ShopFlag.payments), "declared a kill switch, sent as a release flag")
  }

  /// Decision 49: each key is reported once, and only where the kinds are known and differ.
  @Test func aFlagThatTheServerHasAsAnotherKindIsReportedOnceAndItsAnswerCounts() async throws {
    @Sendable func flag(_ key: String, _ kind: JSONValue) -> JSONValue {
      var flag = JSONValue.flag(key, false).objectValue ?? [:]
      flag["kind"] = kind
      return .object(flag)
    }
    let bench = try Bench(
      ScriptedTransport { _, index in
        .answer(
          revision: Double(index),
          [
            flag("free_shipping", "someday"), flag("image_quality", 7), flag("new_checkout", "release"),
            flag("payment_system_enabled", "release"), flag("recommendations", "ops"), flag("undeclared", "ops"),
          ])
      })
    let flags = try await client(bench) {
      $0.declared = ShopFlag.allFlags
      $0.isRefreshThrottled = false
    }
    try await flags.refresh()
    #expect(!flags.isEnabled(ShopFlag.payments))
    #expect(
      bench.log.all == [
        "flag payment_system_enabled is declared as killSwitch, the server has it as release; its answer counts",
        "flag recommendations is declared as experiment, the server has it as ops; its answer counts",
      ])
  }

  /// SDK-23, SDK-25, SDK-26 and users' request 66: values have the same type and value after a relaunch, `null` included.
  @Test func valuesAreTheSameAfterARelaunch() async throws {
    let properties: JSONObject = [
      "zero": 0, "one": 1, "two": 2, "yes": true, "no": false, "text": "1234", "fraction": 12.34, "whole": 3.0,
      "null": nil, "json": ["a": [nil, ["b": nil]], "one": 1, "yes": true],
    ]
    let transport = ScriptedTransport { _, _ in .answer([.flag("new_checkout", properties: properties)]) }
    let bench = try Bench(transport)
    let first = try await client(bench)
    first.close()
    transport.goOffline()
    for flags in [first, bench.client()] {
      for (name, value) in [("zero", 0), ("one", 1), ("two", 2), ("whole", 3)] {
        #expect(flags.value(property(name, default: -1)) == value)
        #expect(flags.value(property(name, default: Double(-1))) == Double(value))
        #expect(flags.value(property(name, default: true)), "a number is no boolean")
        #expect(!flags.value(property(name, default: false)), "a number is no boolean")
      }
      #expect(flags.value(property("yes", default: false)))
      #expect(!flags.value(property("no", default: true)))
      #expect(flags.value(property("yes", default: -1)) == -1)
      #expect(flags.value(property("no", default: Double(-1))) == -1)
      #expect(flags.value(property("text", default: -1)) == -1)
      #expect(flags.value(property("text", default: "")) == "1234")
      #expect(flags.value(property("fraction", default: -1)) == -1)
      #expect(flags.value(property("fraction", default: Double(0))) == 12.34)
      #expect(flags.value(property("null", default: JSONValue.bool(true))) == JSONValue.null)
      #expect(flags.value(property("json", default: [:] as JSONObject)) == properties["json"]?.objectValue)
    }
  }

  /// SDK-24: an attribute that is false is sent as false.
  @Test func aBooleanAttributeIsNotSentAsANumber() async throws {
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    _ = try await client(bench) { $0.context.attributes = ["plan": false, "count": 0] }
    let sent = try #require(transport.requests.first).context.attributes
    #expect(sent["plan"] == false)
    #expect(sent["plan"] != 0)
    #expect(sent["count"] == 0)
  }
}
