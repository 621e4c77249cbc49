import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct TypedArgumentTests {
  @Test(
    arguments: [
      ("country=DE", "country", "DE"), ("age:number=31", "age", 31), ("t:number=-0.5e1", "t", -5),
      ("beta:boolean=true", "beta", true), ("beta:boolean=false", "beta", false), ("beta=true", "beta", "true"),
      ("tags:json=[\"a\"]", "tags", ["a"]), ("x:json=null", "x", .null), ("x:json={\"a\":1}", "x", ["a": 1]),
      ("text:string=31", "text", "31"), ("empty=", "empty", ""), ("q=a=b", "q", "a=b"),
      ("url=http://x:1/", "url", "http://x:1/"),
      ("n:string=a:b=c", "n", "a:b=c"), ("urn\\:team=red", "urn:team", "red"), ("urn\\:team:number=3", "urn:team", 3),
      ("a\\=b=c", "a=b", "c"), ("a\\\\=c", "a\\", "c"), ("a\\n=c", "a\\n", "c"), ("v=a\\:b", "v", "a\\:b"),
      ("é=ü", "é", "ü"), (" a = b ", " a ", " b "),
    ] as [(String, String, JSONValue)])
  func textBecomesANameAndATypedValue(text: String, name: String, value: JSONValue) throws {
    let argument = try TypedArgument(text, of: EvaluateCommand.attribute)
    #expect(Array(argument.name.utf8) == Array(name.utf8))
    #expect(argument.value == value)
  }

  @Test(arguments: [
    ("country", "--attribute: \"country\" has no \"=\"; the form is NAME=VALUE or NAME:TYPE=VALUE"),
    ("age:number", "--attribute: \"age:number\" has no \"=\"; the form is NAME=VALUE or NAME:TYPE=VALUE"),
    ("=x", "--attribute: \"=x\" has no name before the \"=\""),
    (":number=1", "--attribute: \":number=1\" has no name before the \"=\""),
    (
      "age:int=1",
      "--attribute: \"int\" is not a type of \"age\"; there are string, number, boolean, json (a colon in a name is written \\:)"
    ),
    (
      "age:=1",
      "--attribute: \"\" is not a type of \"age\"; there are string, number, boolean, json (a colon in a name is written \\:)"
    ),
    ("beta:boolean=yes", "--attribute beta: \"yes\" is not a boolean (true or false)"),
    ("beta:boolean=1", "--attribute beta: \"1\" is not a boolean (true or false)"),
    ("age:number=true", "--attribute age: \"true\" is not a number such as 31 or -0.5"),
  ])
  func wrongTextIsNamed(text: String, message: String) throws {
    let failure = try #require(throws: CommandFailure.self) { try TypedArgument(text, of: EvaluateCommand.attribute) }
    #expect(failure.message == message)
    #expect(failure.exit == .usage)
  }

  @Test(arguments: ["", "abc", "0x10", "1,5", "1e999", "NaN", "٣", "9007199254740993", " 1 2", "01"])
  func numberIsAJSONNumber(text: String) throws {
    let failure = try #require(throws: CommandFailure.self) {
      try TypedArgument("n:number=" + text, of: EvaluateCommand.attribute)
    }
    #expect(failure.message.hasPrefix("--attribute n: \"\(text)\" is not a number such as 31 or -0.5"))
  }

  @Test(arguments: ["{", "[1,]", "'a'", "{\"a\":1,\"a\":2}", ""])
  func jsonIsCheckedStrictly(text: String) throws {
    let failure = try #require(throws: CommandFailure.self) {
      try TypedArgument("n:json=" + text, of: EvaluateCommand.attribute)
    }
    #expect(failure.message.hasPrefix("--attribute n: \"\(text)\" is not JSON: "))
  }
}
