import Serin
import Testing

/// What types that decode by hand ask of a decoder.
@Suite struct JSONContainersTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: JSONValue) throws -> Value {
    try FeatureFlag(key: "a", isEnabled: true, properties: ["p": json]).decode(type, forProperty: "p")
  }

  private enum Name: String, CodingKey { case list, object, base, rest }

  @Test func nestedContainersLeadToTheirMembers() throws {
    struct Nested: Decodable {
      let numbers: [Int], name: String, keys: [String]
      init(from decoder: any Decoder) throws {
        let root = try decoder.container(keyedBy: Name.self)
        var list = try root.nestedUnkeyedContainer(forKey: .list)
        var inner = try list.nestedUnkeyedContainer()
        numbers = [try inner.decode(Int.self), try inner.decode(Int.self)]
        name = try list.nestedContainer(keyedBy: Name.self).decode(String.self, forKey: .object)
        keys = root.allKeys.map(\.rawValue)
      }
    }
    let value = try decode(Nested.self, ["list": [[1, 2], ["object": "b"]], "unknown": 1, "rest": nil])
    #expect(value.numbers == [1, 2])
    #expect(value.name == "b")
    #expect(value.keys == ["list", "rest"])
  }

  @Test func aListIsReadElementByElement() throws {
    struct Mixed: Decodable {
      var texts: [String] = [], numbers: [Double] = [], nulls = 0, indices: [Int] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          indices.append(list.currentIndex)
          // An element that could not be read stays the next one.
          if try list.decodeNil() {
            nulls += 1
          } else if let text = try? list.decode(String.self) {
            texts.append(text)
          } else {
            numbers.append(try list.decode(Double.self))
          }
        }
      }
    }
    let value = try decode(Mixed.self, ["a", nil, 2, "b", 3])
    #expect(value.texts == ["a", "b"])
    #expect(value.numbers == [2, 3])
    #expect(value.nulls == 1)
    #expect(value.indices == [0, 1, 2, 3, 4])
  }

  @Test func readingBeyondTheEndIsAnError() {
    struct Greedy: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
        _ = try list.decode(Int.self)
      }
    }
    #expect(throws: FlagDecodingError(key: "a", property: "p", path: "[1]", message: "the array has only 1 elements")) {
      try decode(Greedy.self, [1])
    }
  }

  @Test func aClassHandsItsBaseClassADecoder() throws {
    class Base: Decodable {
      let rest: Int?
      private enum CodingKeys: String, CodingKey { case rest }
    }
    final class Derived: Base {
      let list: [Int]
      let second: Base
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        list = try container.decode([Int].self, forKey: .list)
        second = try Base(from: container.superDecoder(forKey: .base))
        try super.init(from: container.superDecoder())
      }
    }
    let value = try decode(Derived.self, ["list": [1], "super": ["rest": 5], "base": ["rest": 6]])
    #expect(value.list == [1])
    #expect(value.rest == 5)
    #expect(value.second.rest == 6)
  }

  @Test func anEnumWithValuesIsDecodedAsSwiftWritesIt() throws {
    enum Banner: Decodable, Equatable { case none, text(String), image(name: String, width: Int) }
    #expect(try decode([Banner].self, [["none": [:]], ["text": ["_0": "Hello"]]]) == [.none, .text("Hello")])
    #expect(try decode(Banner.self, ["image": ["name": "x", "width": 3]]) == .image(name: "x", width: 3))
  }

  @Test func aListInsideAListHasItsPlaceInTheError() {
    #expect(throws: FlagDecodingError(key: "a", property: "p", path: "[1][0]", message: "expected Int, found a string"))
    {
      try decode([[Int]].self, [[1], ["2"]])
    }
  }
}
