enum DrawPurpose { case rollout, split }
struct PreparedDraw: Sendable {
  init(_ algorithm: DrawAlgorithm, purpose: DrawPurpose, salt: String, totalWeight: UInt64?) {}
  func number(of unit: UnsafeBufferPointer<UInt8>) -> UInt64 { 0 }
  var numberWithoutUnit: UInt64? { nil }
  func unit(of value: JSONValue) -> String? { nil }
  let range: UInt64 = 100_000_000
  func threshold(of percent: Percentage) -> UInt64 { UInt64(percent.micro) }
  func ends(ofWeights: [Double]) -> [UInt64]? { nil }
}

package struct DigestEngine: Sendable { package static let swift = DigestEngine() }
extension Draw {
  static func number(salt: UnsafeBufferPointer<UInt8>, unit: UnsafeBufferPointer<UInt8>, engine: DigestEngine) -> UInt32
  {
    number(salt: String(decoding: salt, as: UTF8.self), unit: String(decoding: unit, as: UTF8.self))
  }
  static func numbers(
    salts: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>),
    units: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>), engine: DigestEngine
  ) -> (UInt32, UInt32) {
    (number(salt: salts.0, unit: units.0, engine: engine), number(salt: salts.1, unit: units.1, engine: engine))
  }
}
extension DrawAlgorithm { func totalWeight(of weights: [Double]) -> UInt64? { nil } }
public struct IDList: Sendable { func contains(_ id: ListedID) -> Bool { false } }
struct ListedID {
  init(_ id: UnsafeBufferPointer<UInt8>, environmentID: UnsafeBufferPointer<UInt8>, engine: DigestEngine) {}
}
