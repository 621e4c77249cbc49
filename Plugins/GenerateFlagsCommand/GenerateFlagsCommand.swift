import Foundation
import PackagePlugin

/// `swift package generate-flags`: declares flags in a source file that is kept with the others.
///
///     swift package generate-flags [--target NAME]... [--output FILE] [options of serin-codegen]
///
/// Without `--target` it is done for each target that has a `flags.json` in its folder. A target that is named may also use
/// the one in the package's folder. The file is `GeneratedFlags.swift` in the target's folder, unless `--output` says
/// otherwise.
@main
struct GenerateFlagsCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let outputs = extractor.extractOption(named: "output")
    let options = extractor.remainingArguments
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
      guard try run(tool, on: job.document, output: output, options: options) else {
        return Diagnostics.error("generate-flags: \(output) is not written")
      }
      print(output)
    }
  }

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
  private func run(_ tool: PluginContext.Tool, on document: URL, output: String, options: [String]) throws -> Bool {
    let configuration = document.deletingLastPathComponent().appendingPathComponent("serin-codegen.json")
    let configured = Self.isThere(configuration) ? ["--configuration", configuration.path] : []
    let process = Process()
    process.executableURL = tool.url
    process.arguments = [document.path, "--output", output] + configured + options
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  private static func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
}
