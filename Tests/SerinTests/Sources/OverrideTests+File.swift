import Foundation
import SerinLock
import Testing

@testable import Serin

extension OverrideTests {
  @Test func valuesKeepTheirTypeOverARelaunch() throws {
    let properties: JSONObject = [
      "bool": true, "no": false, "zero": 0, "one": 1, "two": 2, "fraction": 3.5, "text": "1", "nothing": .null,
      "list": [1, .null, ["x": true]],
    ]
    let first = client()
    first.overrides.set(FlagOverride(isEnabled: true, variation: "v", properties: properties), for: "a")
    first.close()
    let flag = try #require(client().get("a"))
    #expect(flag.properties == properties)
    #expect(flag.bool(forProperty: "one", default: false) == false)
    #expect(flag.number(forProperty: "bool", default: 7) == 7)
  }

  @Test(arguments: ["", "{", "[]", #"{"format":2,"overrides":[]}"#, #"{"format":1,"overrides":[{"key":1}]}"#])
  func aDamagedFileIsLeftAsideAndLogged(_ content: String) throws {
    let first = client()
    first.overrides.set(FlagOverride(isEnabled: true), for: "secret_key")
    first.close()
    let file = try #require(bench.folder.files.first { $0.lastPathComponent == "overrides.json" })
    try Data(content.utf8).write(to: file)
    let second = client()
    #expect(second.get("secret_key") == nil)
    #expect(bench.log.all.contains { $0.contains("the stored overrides are left aside") })
    #expect(try Data(contentsOf: file) == Data(content.utf8))
    second.overrides.set(FlagOverride(isEnabled: false), for: "b")
    second.close()
    #expect(client().overrides.all == ["b": FlagOverride(isEnabled: false)])
    #expect(!bench.log.all.contains { $0.contains("secret_key") })
  }

  @Test func aFileThatLostABitAnywhereIsTheSameOrNotUsed() throws {
    let overrides = [ExactString("a"): FlagOverride(isEnabled: true, variation: "v", properties: ["n": 1])]
    let bytes = OverrideFile.bytes(of: overrides)
    #expect(try OverrideFile.overrides(parsing: bytes) == overrides)
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        let after = try? OverrideFile.overrides(parsing: damaged)
        #expect(after == nil || after == overrides, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func anotherApplicationOrClientKeyHasOverridesOfItsOwn() {
    let first = client()
    first.overrides.set(FlagOverride(isEnabled: true), for: "a")
    first.close()
    let other = bench.client {
      $0.allowsOverrides = true
      $0.clientKey = "srn_other"
    }
    #expect(other.overrides.all.isEmpty)
    let another = bench.client {
      $0.allowsOverrides = true
      $0.applicationCode = "warehouse"
    }
    #expect(another.overrides.all.isEmpty)
  }

  @Test func theFileIsNeitherTakenForAUsersAnswerNorPrunedWithThem() async throws {
    let flags = client()
    flags.overrides.set(FlagOverride(isEnabled: true), for: "a")
    for user in 0..<8 { try await flags.identify("user \(user)") }
    flags.close()
    #expect(client().get("a")?.origin == .override)
  }

  @Test func whenTheFileCannotBeWrittenOverridesWorkFromMemoryWithOneWarning() {
    let files = FaultyFiles(FaultyFiles.Faults(writing: .failed(code: 28, reason: "No space left on device")))
    let flags = bench.client {
      $0.allowsOverrides = true
      $0.files = files
    }
    for number in 0..<3 { flags.overrides.set(FlagOverride(isEnabled: true), for: "a\(number)") }
    flags.close()
    #expect(flags.overrides.all.count == 3)
    #expect(bench.log.all.filter { $0.contains("memory only") }.count == 1)
  }

  @Test func overridesOfALockedDeviceAreReadWhenItIsUnlocked() async throws {
    let first = client()
    first.overrides.set(FlagOverride(isEnabled: true), for: "a")
    first.close()
    let files = FaultyFiles(FaultyFiles.Faults(reading: .notPermitted))
    let flags = bench.client {
      $0.allowsOverrides = true
      $0.files = files
    }
    #expect(flags.get("a") == nil)
    flags.overrides.set(FlagOverride(isEnabled: true), for: "b")
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    files.faults.withLock { $0.reading = nil }
    bench.lifecycle.enter(.storageAvailable)
    try await until("the overrides are there") { flags.get("a") != nil }
    #expect(flags.get("b")?.origin == .override)
    flags.close()
    #expect(Set(client().overrides.all.keys) == ["a", "b"])
  }
}
