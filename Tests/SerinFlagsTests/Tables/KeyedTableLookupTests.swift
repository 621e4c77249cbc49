import Testing

@testable import SerinFlags

@Suite struct KeyedTableLookupTests {
  @Test func anEmptyTableFindsNothing() {
    var table = KeyedTable<Int>()
    #expect(table.find("") == nil && table.find("a") == nil && table["a"] == nil && table.count == 0)
    #expect(table.removeValue(forKey: "a") == nil)
    #expect([UInt8]("a".utf8).withUnsafeBufferPointer { table.find($0) } == nil)
    #expect(table.find(UnsafeBufferPointer(start: nil, count: 0)) == nil)
    table[""] = 5
    #expect(table.withValue(forKey: UnsafeBufferPointer(start: nil, count: 0)) { $0 } == 5)
  }

  @Test func aPlaceGivesItsValue() throws {
    let table = KeyedTable((0..<1000).map { (key: "flag-\($0)", value: $0) })
    for number in 0..<1000 {
      let place = try #require(table.find("flag-\(number)"))
      #expect(table.withValue(at: place) { $0 } == number)
      #expect(table.withValue(forKey: "flag-\(number)") { $0 + 1 } == number + 1)
      #expect("flag-\(number)".withBytes { table.find($0) } == place)
    }
    #expect(table.withValue(forKey: "flag-1000") { $0 } == nil)
  }

  @Test func bytesThatAreNoTextAreNoKey() {
    let table = KeyedTable([(key: "\u{FFFD}", value: 1), (key: "", value: 2)])
    #expect([0xFF].withUnsafeBufferPointer { table.find($0) } == nil)
    #expect([UInt8](repeating: 0xFF, count: 40).withUnsafeBufferPointer { table.find($0) } == nil)
  }

  @Test(arguments: [7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 40, 41, 300])
  func keysThatDifferInOneByteAreDifferent(length: Int) {
    let base = [UInt8](repeating: 0x61, count: length)
    var table = KeyedTable<Int>()
    for position in 0..<length {
      var key = base
      key[position] = 0x62
      table[String(decoding: key, as: UTF8.self)] = position
    }
    #expect(table.count == length && table[String(decoding: base, as: UTF8.self)] == nil)
    for position in 0..<length {
      var key = base
      key[position] = 0x62
      #expect(key.withUnsafeBufferPointer { table.withValue(forKey: $0) { $0 } } == position)
    }
  }

  @Test func keysMadeToCollideAreAllFound() {
    let keys = KeyedTableKeys.colliding(400)
    #expect(Set(keys.map { key in key.withBytes { KeyProbe($0).tag } }).count == 1)
    let (present, absent) = (keys[..<300], keys[300...])
    let table = KeyedTable(present.enumerated().map { (key: $1, value: $0) })
    #expect(table.keys.index.unlistedCount == 300 - KeyIndex.reach)
    for (number, key) in present.enumerated() { #expect(table[key] == number) }
    for key in absent { #expect(table[key] == nil) }
  }

  @Test func ordinaryKeysAllHaveRoomInTheIndex() {
    for count in [10, 100, 1000, 10_000, 30_000] {
      let short = KeyedTable((0..<count).map { (key: "flag-\($0)", value: $0) })
      let long = KeyedTable((0..<count).map { (key: "checkout.payment.provider-\($0)-enabled", value: $0) })
      #expect(short.keys.index.unlistedCount == 0 && long.keys.index.unlistedCount == 0)
    }
  }
}
