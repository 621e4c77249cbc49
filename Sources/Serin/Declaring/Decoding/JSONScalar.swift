import Foundation

/// A type that one JSON value stands for.
///
/// Texts, booleans and numbers stand for themselves. A date is a text of RFC 3339 with an offset, or a number of seconds
/// since 1970; a URL is a text; data is a text in base 64; a decimal is a number.
protocol JSONScalar {
  /// Creates the value, or gives nil when the JSON is of another type.
  init?(scalar: JSONValue)
}

extension FlagValue where Self: JSONScalar {
  init?(scalar: JSONValue) {
    self.init(json: scalar)
  }
}

extension String: JSONScalar {}
extension Bool: JSONScalar {}
extension Double: JSONScalar {}

extension Float: JSONScalar {
  /// The nearest number of single precision; nil when it is beyond the range.
  init?(scalar: JSONValue) {
    guard let number = scalar.numberValue, Float(number).isFinite else { return nil }
    self = Float(number)
  }
}

extension Date: JSONScalar {
  init?(scalar: JSONValue) {
    switch scalar {
    case .number(let seconds):
      guard let instant = Timestamp(secondsSince1970: seconds) else { return nil }
      self.init(instant)
    case .string(let text):
      guard let instant = Timestamp(parsing: text) else { return nil }
      self.init(instant)
    default: return nil
    }
  }
}

extension URL: JSONScalar {
  init?(scalar: JSONValue) {
    guard let text = scalar.stringValue else { return nil }
    self.init(string: text)
  }
}

extension Data: JSONScalar {
  init?(scalar: JSONValue) {
    guard let text = scalar.stringValue else { return nil }
    self.init(base64Encoded: text)
  }
}

extension Decimal: JSONScalar {
  init?(scalar: JSONValue) {
    guard let number = scalar.numberValue else { return nil }
    // By its digits: 0.1 made of the binary number would not be 0.1.
    self.init(string: "\(number)")
  }
}
