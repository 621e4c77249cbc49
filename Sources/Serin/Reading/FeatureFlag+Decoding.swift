extension FeatureFlag {
  /// Decodes a property into a type of the app.
  ///
  /// Members are found by the exact bytes of their names. Integers must have no fraction and be within ±2^53; booleans,
  /// numbers and texts are never taken for one another. A date is a text of RFC 3339 with an offset or a number of seconds
  /// since 1970, a `URL` a text, `Data` a text in base 64, a `Decimal` a number.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The property's exact name.
  /// - Throws: ``FlagDecodingError`` when the property is missing or is not what the type needs.
  public func decode<Value: Decodable>(
    _ type: Value.Type, forProperty name: String
  ) throws(FlagDecodingError) -> Value {
    guard let json = properties[name] else {
      throw FlagDecodingError(key: key, property: name, message: "the flag has no such property")
    }
    do {
      return try JSONValueDecoder(json).decode(type)
    } catch let error as DecodingError {
      let (path, message) = error.place
      throw FlagDecodingError(key: key, property: name, path: path, message: message)
    } catch {
      throw FlagDecodingError(key: key, property: name, message: "\(error)")
    }
  }
}

extension DecodingError {
  /// Where decoding failed and why.
  fileprivate var place: (path: String, message: String) {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      (context.codingPath.path, context.debugDescription)
    @unknown default: ("", "\(self)")
    }
  }
}
