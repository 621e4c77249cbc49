import Foundation
import PackagePlugin

/// `swift package generate-flags`: declares flags in a source file that is kept with the others.
///
///     swift package generate-flags [--target NAME]... [--output FILE] [--options-file FILE] [options of serin-codegen]
///
/// Without `--target` it is done for each target that has a `flags.json` in its folder. A target that is named may also use
/// the one in the package's folder. The file is `GeneratedFlags.swift` in the target's folder, unless `--output` says
/// otherwise. SwiftPM keeps `--configuration` to itself, so what that is for `serin-codegen` is `--options-file` here.
@main
struct GenerateFlagsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let outputs = extractor.extractOption(named: "output")
    let configurations = extractor.extractOption(named: Self.configurationOption)
    let options = extractor.remainingArguments
    guard !options.contains("--help"), !options.contains("-h") else { return print(Self.help) }
    guard configurations.count <= 1 else {
      return Diagnostics.error("generate-flags: --\(Self.configurationOption) is given twice")
    }
    let tool = try context.tool(named: "SerinCodegenTool")
    let jobs = try jobs(in: context.package, targets: names)
    guard !jobs.isEmpty else {
      return Diagnostics.error("generate-flags: no target has a flags.json in its folder; name one with --target")
    }
    guard outputs.isEmpty || outputs.count == 1 && jobs.count == 1 else {
      return Diagnostics.error("generate-flags: --output is for one target; name it with --target")
    }
    for job in jobs {
      let output = outputs.first ?? job.folder.appendingPathComponent("GeneratedFlags.swift").path
      let configuration = configurations.first ?? Self.configuration(beside: job.document)
      guard try run(tool, on: job.document, output: output, configuration: configuration, options: options) else {
        return Diagnostics.error("generate-flags: \(output) is not written")
      }
      print(output)
    }
  }

  private static let configurationOption = "options-file"

  private static let help = """
    Usage: swift package --allow-writing-to-package-directory generate-flags [options]

    Declares the flags of each target's flags.json in Swift source.

      --target NAME        The target; left out: each one that has a flags.json in its folder. May be repeated.
      --output FILE        Where the source goes; left out: GeneratedFlags.swift in the target's folder.
      --options-file FILE  JSON with "access" and "archived"; left out: serin-codegen.json beside flags.json, if it is
                           there. (It is the option --configuration of serin-codegen, a name that SwiftPM takes itself.)
      --access LEVEL       Who may use the declarations: internal, package, public.
      --archived CHOICE    Archived flags: omit, or error, a use is a compiler error.
      --as-of DAY          The day, as 2027-03-01, on which flags count as expired or not; left out: today, in UTC.
      --replace            Replace the file even if it was not generated.
      --help               Show this help (also -h).
    """

  /// A document and the folder of the target that it is for.
  private struct Job {
    var document: URL
    var folder: URL
  }

  private func jobs(in package: Package, targets names: [String]) throws -> [Job] {
    let targets = names.isEmpty ? package.targets : try package.targets(named: names)
    return targets.filter { $0 is any SourceModuleTarget }.compactMap { target in
      let folders = names.isEmpty ? [target.directoryURL] : [target.directoryURL, package.directoryURL]
      let documents = folders.map { $0.appendingPathComponent("flags.json") }
      guard let document = documents.first(where: Self.isThere) else {
        if !names.isEmpty { Diagnostics.warning("generate-flags: \(target.name) has no flags.json") }
        return nil
      }
      return Job(document: document, folder: target.directoryURL)
    }
  }

  /// Runs the tool, which says itself what is wrong.
  ///
  /// - Returns: Whether it did what was asked.
  private func run(
    _ tool: PluginContext.Tool, on document: URL, output: String, configuration: String?, options: [String]
  ) throws -> Bool {
    let process = Process()
    process.executableURL = tool.url
    let configured = configuration.map { ["--configuration", $0] } ?? []
    process.arguments = [document.path, "--output", output] + configured + options
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// The configuration that lies beside a document; nil when there is none.
  private static func configuration(beside document: URL) -> String? {
    let file = document.deletingLastPathComponent().appendingPathComponent("serin-codegen.json")
    return isThere(file) ? file.path : nil
  }

  private static func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}
