import Testing

@testable import SerinFlags

extension [UInt64] {
  fileprivate var address: UnsafePointer<UInt64>? { withUnsafeBufferPointer(\.baseAddress) }
}

/// What copies have in common, told by the addresses of their parts.
@Suite struct KeyedTableSharingTests {
  private let original = KeyedTable((0..<1000).map { (key: "flag-\($0 + 1000)", value: $0) })

  private func addresses(_ table: KeyedTable<Int>) -> [UnsafePointer<Int>?] {
    table.values.map { $0.withUnsafeBufferPointer(\.baseAddress) }
  }

  private func keyAddresses(_ table: KeyedTable<Int>) -> [UnsafePointer<String>?] {
    table.keys.chunks.map { $0.keys.withUnsafeBufferPointer(\.baseAddress) }
  }

  @Test func replacingAValueCopiesOnlyItsChunkAndSharesTheKeys() throws {
    var changed = original
    changed["flag-1500"] = -1
    let place = try #require(original.find("flag-1500"))
    for (number, (old, new)) in zip(addresses(original), addresses(changed)).enumerated() {
      #expect((old == new) == (number != place.chunk))
    }
    #expect(keyAddresses(original) == keyAddresses(changed))
    #expect(original.keys.index.words.address == changed.keys.index.words.address)
    #expect(original["flag-1500"] == 500 && changed["flag-1500"] == -1)
  }

  @Test func insertingAndRemovingCopyOneChunk() throws {
    for edit in [{ $0["flag-1500x"] = 1 }, { $0["flag-1500"] = nil }] as [(inout KeyedTable<Int>) -> Void] {
      var changed = original
      edit(&changed)
      let place = try #require(original.find("flag-1500"))
      #expect(zip(addresses(original), addresses(changed)).filter { $0 != $1 }.count == 1)
      #expect(zip(keyAddresses(original), keyAddresses(changed)).filter { $0 != $1 }.count == 1)
      #expect(addresses(original)[place.chunk] != addresses(changed)[place.chunk])
      #expect(original.count == 1000 && original["flag-1500"] == 500 && original["flag-1500x"] == nil)
    }
  }

  @Test func aTableOfItsOwnIsChangedInPlace() throws {
    var table = original
    table["flag-1500x"] = 1
    let index = table.keys.index.words.address
    for number in 0..<20 { table["flag-1\(number)y"] = number }
    #expect(table.keys.index.words.address == index)
  }

  @Test func chunksStayWithinTheirCapacity() {
    var table = original
    for number in 0..<3000 { table["flag-\(number)"] = number }
    for number in 0..<3000 where number % 7 != 0 { table["flag-\(number)"] = nil }
    #expect(table.values.allSatisfy { (1...KeyPlace.chunkCapacity).contains($0.count) })
    #expect(table.values.map(\.count) == table.keys.chunks.map(\.count))
  }
}
