import Foundation
import Serin

/// A small shop on the command line, which uses flags the way an app does.
@main
struct Checkout {
  static func main() async {
    let options: Options
    do {
      options = try Options(arguments: Array(CommandLine.arguments.dropFirst()), environment: environment)
    } catch {
      print("checkout: \(error)\n\n\(Options.help)")
      exit(64)
    }
    if options.isAskingForHelp {
      print(Options.help)
      return
    }

    // One client for the whole app. What is stored from an earlier run can be read from here on.
    // The application code is the project's id in a real app (`serin projects list --json`); here a name will do.
    var configuration = FeatureFlags.Configuration(
      baseURL: options.url, applicationCode: "demo", clientKey: options.clientKey, context: options.context)
    configuration.requestTimeout = 3
    let flags = FeatureFlags(configuration)
    flags.start()

    // An app that must show its first screen at once leaves this out and shows the stored values.
    let state = await flags.ready(within: 3)
    print(Shop.source(of: state))

    // One snapshot for the whole page, so that its parts agree whatever arrives meanwhile.
    for line in Shop(flags: flags.snapshot).page { print(line) }
    flags.close()
  }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
