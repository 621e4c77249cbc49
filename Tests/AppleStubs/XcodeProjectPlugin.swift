// swift-format-ignore-file
// What Xcode adds to the interface of package plugins, as far as the plugin of this package uses it.
public import Foundation
public import PackagePlugin

public protocol XcodeBuildToolPlugin: Plugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}

public struct XcodePluginContext {
  public var xcodeProject: XcodeProject
  public var pluginWorkDirectoryURL: URL

  public func tool(named name: String) throws -> PluginContext.Tool { throw Missing() }
}

public struct XcodeProject {
  public var displayName: String
  public var directoryURL: URL
}

public struct XcodeTarget {
  public var displayName: String
  public var inputFiles: FileList
}

struct Missing: Error {}
