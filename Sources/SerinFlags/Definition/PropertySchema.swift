/// What the values of a property must look like, beside its type: a part of JSON Schema 2020-12.
///
/// The keywords are those of ``keywords``, with the meaning that the validation vocabulary gives them
/// (draft-bhutton-json-schema-validation-01, section 6): a keyword says nothing about values of another type, lengths are
/// counted in code points, numbers are compared by value. `pattern` is a ``Pattern`` that may match anywhere in the text.
/// There are no references and no combinations of schemas, so each part of a value is looked at by one schema at most.
///
/// Schemas are for whoever writes a flag: an evaluator does not look at them.
package struct PropertySchema: Sendable {
  /// The keywords that there are.
  package static let keywords = [
    "type", "enum", "const", "required", "properties", "items", "pattern", "minimum", "maximum", "minLength",
    "maxLength", "minItems", "maxItems",
  ]

  /// The schema of an array's elements; a box, since a schema cannot hold itself.
  package indirect enum Items: Sendable {
    /// Elements may be anything.
    case any
    /// Every element must fit.
    case each(PropertySchema)
  }

  /// The types that a value may be of; empty for any.
  package var types: [PropertySchemaType] = []
  /// The values that are allowed, as they were given; nil for any.
  package var choices: [JSONValue]?
  /// The same for looking up: comparing with each in turn would take long with many of them in many places.
  var choiceSet: Set<JSONValue> = []
  /// The one value that is allowed; nil for any.
  package var constant: JSONValue?
  /// The members that an object must have.
  package var required: [String] = []
  /// The schemas of an object's members; others may be anything.
  package var properties: [ExactString: PropertySchema] = [:]
  /// What an array's elements must be.
  package var items = Items.any
  /// What some part of a text must match.
  package var pattern: Pattern?
  /// The least number.
  package var minimum: Double?
  /// The greatest number.
  package var maximum: Double?
  /// How many code points a text has.
  package var lengths = Bounds()
  /// How many elements an array has.
  package var counts = Bounds()

  /// A range whose ends may be open.
  package struct Bounds: Sendable {
    /// The least; nil for none.
    package var least: Int64?
    /// The greatest; nil for none.
    package var greatest: Int64?
  }

  /// A schema that everything fits.
  init() {}

  /// Reads a schema as it is written new.
  ///
  /// - Parameters:
  ///   - json: The schema.
  ///   - path: What the paths of errors begin with.
  /// - Throws: ``DocumentError`` with every problem: an unknown keyword, a bad value, a schema that is too large (16 kB,
  ///   1,000 values, 16 schemas within one another).
  package init(json: JSONValue, path: String = "schema") throws(DocumentError) {
    var decoder = DocumentDecoder(mode: .write, root: path)
    let schema = PropertySchema(reading: json, with: &decoder)
    guard let schema, decoder.isSound else {
      throw DocumentError(issues: decoder.issues) ?? DocumentError(path: path, message: "is not a schema")
    }
    self = schema
  }

  /// What is wrong with a value; empty when it fits.
  ///
  /// - Parameter path: The path of the value, with which those of problems begin.
  package func issues(of value: JSONValue, path: String) -> [DocumentIssue] {
    var decoder = DocumentDecoder(mode: .write, root: path)
    check(value, with: &decoder)
    return decoder.issues
  }
}
