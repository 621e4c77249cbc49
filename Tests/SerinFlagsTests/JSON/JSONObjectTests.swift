import SerinFlags
import TestRandom
import Testing

@Suite struct JSONObjectTests {
  @Test func keepsTheOrderOfInsertion() {
    var object: JSONObject = ["z": 1, "a": 2]
    object["m"] = 3
    object["z"] = 4
    #expect(object.names == ["z", "a", "m"])
    #expect(object.map(\.value) == [4, 2, 3])
    object["a"] = nil
    #expect(object.names == ["z", "m"])
    object["a"] = .some(.null)
    #expect(object.names == ["z", "m", "a"])
    #expect(object["a"] == .some(.null))
  }

  @Test func aDictionaryIsSortedByTheBytesOfItsNames() {
    let object = JSONObject(["b": 1, "a": 2, "B": 3, "é": 4])
    #expect(object.names == ["B", "a", "b", "é"])
  }

  @Test func equalityDoesNotLookAtTheOrder() {
    #expect(["a": 1, "b": 2] as JSONObject == ["b": 2, "a": 1])
    #expect((["a": 1, "b": 2] as JSONObject).hashValue == (["b": 2, "a": 1] as JSONObject).hashValue)
    #expect(["a": 1, "b": 2] as JSONObject != ["b": 1, "a": 2])
    #expect(["a": 1] as JSONObject != ["a": 1, "b": 2])
    #expect(["a": 1] as JSONObject != ["b": 1])
    #expect(["\u{E9}": 1] as JSONObject != ["e\u{301}": 1])
  }

  @Test(arguments: [10, 60, 400])
  func behavesLikeAListOfPairsUnderRandomEdits(names: Int) {
    var generator = SeededGenerator(seed: UInt64(names))
    var object = JSONObject()
    var model: [(String, Double)] = []
    for step in 0..<3000 {
      let name = "name-\(Int.random(in: 0..<names, using: &generator))"
      let position = model.firstIndex { $0.0 == name }
      if generator.oneIn(3) {
        #expect(object.removeValue(forName: name) == position.map { JSONValue.number(model[$0].1) })
        if let position { model.remove(at: position) }
      } else {
        object[name] = .number(Double(step))
        if let position { model[position].1 = Double(step) } else { model.append((name, Double(step))) }
      }
      #expect(object.count == model.count)
      #expect(object[name]?.numberValue == model.first { $0.0 == name }?.1)
    }
    #expect(object.names == model.map(\.0))
    #expect(object.compactMap(\.value.numberValue) == model.map(\.1))
  }
}
