import Foundation
import PackagePlugin

/// Declares the flags of a target's `flags.json` in Swift source before the target is compiled.
///
/// The document is the one in the target's folder, else the one in the package's; `serin-codegen.json` beside it may say
/// how the flags are declared.
@main
struct GenerateFlags: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard target is any SourceModuleTarget else { return [] }
    let folders = [target.directoryURL, context.package.directoryURL]
    guard let document = folders.map(Self.document).first(where: Self.isThere) else {
      Diagnostics.error("GenerateFlags: \(target.name) has no flags.json in \(Self.listed(folders))")
      return []
    }
    return [
      Self.command(for: document, tool: try context.tool(named: Self.tool), folder: context.pluginWorkDirectoryURL)
    ]
  }

  private static let tool = "SerinCodegenTool"

  private static func command(for document: URL, tool: PluginContext.Tool, folder: URL) -> Command {
    let output = folder.appendingPathComponent("Flags.swift")
    let configuration = document.deletingLastPathComponent().appendingPathComponent("serin-codegen.json")
    var arguments = [document.path, "--output", output.path, "--as-of", today]
    var inputs = [document]
    if isThere(configuration) {
      arguments += ["--configuration", configuration.path]
      inputs.append(configuration)
    }
    return .buildCommand(
      displayName: "Declare the flags of \(document.lastPathComponent)", executable: tool.url, arguments: arguments,
      inputFiles: inputs, outputFiles: [output])
  }

  /// The day in UTC: as an argument, so that the command is run anew on the next day although no file has changed.
  private static var today: String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    return formatter.string(from: Date())
  }

  private static func document(in folder: URL) -> URL { folder.appendingPathComponent("flags.json") }

  private static func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

  private static func listed(_ folders: [URL]) -> String { folders.map(\.path).joined(separator: " or ") }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GenerateFlags: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let own = target.inputFiles.map(\.url).first { $0.lastPathComponent == "flags.json" }
      let document = own ?? Self.document(in: context.xcodeProject.directoryURL)
      guard Self.isThere(document) else {
        Diagnostics.error(
          "GenerateFlags: \(target.displayName) has no flags.json, and neither has the project's folder")
        return []
      }
      let folder = context.pluginWorkDirectoryURL.appendingPathComponent(target.displayName)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return [Self.command(for: document, tool: try context.tool(named: Self.tool), folder: folder)]
    }
  }
#endif
