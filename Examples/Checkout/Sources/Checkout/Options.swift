import Foundation
import Serin

/// What the command line and the environment say.
struct Options {
  let url: URL
  let clientKey: String
  var context = FlagContext()
  var isAskingForHelp = false

  static let help = """
    usage: checkout [--user ID] [--country CODE] [--language CODE] [--screen-width POINTS]

    Shows the page of a small shop. Its flags come from a Serin server.

      SERIN_URL         the server's address; http://127.0.0.1:8080 if there is none
      SERIN_CLIENT_KEY  a client key of the server; without one the shop works with its defaults
    """

  /// Reads the options.
  ///
  /// - Throws: ``Problem`` for an option that is not known or lacks its value.
  init(arguments: [String], environment: [String: String]) throws {
    // An empty variable is taken for one that is not there.
    let address = environment["SERIN_URL"].flatMap { $0.isEmpty ? nil : $0 } ?? "http://127.0.0.1:8080"
    guard let url = URL(string: address) else { throw Problem(description: "SERIN_URL: \(address) is not an address") }
    self.url = url
    clientKey = environment["SERIN_CLIENT_KEY"] ?? ""
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--help" || option == "-h" {
        isAskingForHelp = true
        continue
      }
      guard ["--user", "--country", "--language", "--screen-width"].contains(option) else {
        throw Problem(description: "\(option) is not an option")
      }
      guard let value = rest.popFirst() else { throw Problem(description: "\(option) needs a value") }
      try set(option, to: value)
    }
  }

  private mutating func set(_ option: String, to value: String) throws {
    switch option {
    case "--user": context.userID = value
    case "--country": context.attributes["country"] = .string(value)
    case "--language": context.attributes["language"] = .string(value)
    default:
      guard let points = Double(value) else { throw Problem(description: "\(option): \(value) is not a number") }
      context.attributes["screenWidth"] = .number(points)
    }
  }

  /// What is wrong with the command line.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}
