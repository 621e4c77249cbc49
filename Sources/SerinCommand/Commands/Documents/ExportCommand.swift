import SerinFiles
import SerinFlags

/// `serin export`: a whole project as one document.
enum ExportCommand: Command {
  private static let out = OptionSpec.value("out", "FILE", help: "The file to write (default: standard output).")

  static let description = CommandDescription(
    "export", summary: "Print a whole project as one document.",
    discussion: [
      """
      The document has the environments, and each flag and segment with what every environment has of it; never people, \
      tokens or the audit log. Its members are sorted, so that it can be kept in Git. "serin plan" and "serin apply" take \
      it back. Of a list that is kept as hashes it has digest and count.
      """
    ],
    options: [out], sharedOptions: .projectTarget,
    examples: [
      ("serin export > shop.json", "Prints the project's document."),
      ("serin export --project shop --out shop.json", "Writes it to a file, as a whole and only when it differs."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let server = try call.controlServer()
    call.console.progress.begin("waiting for \(server.address.text)")
    defer { call.console.progress.end() }
    let answer = try await server.get(call.projectPath(on: server) + ["document"])
    guard let document = answer["document"], document["schema"]?.numberValue != nil else {
      throw server.isNoSerinServer("its answer has no document of a project")
    }
    guard let name = call.arguments[out], name != "-" else {
      try call.console.print(json: document)
      return .done
    }
    let isWritten: Bool
    do throws(FileError) {
      isWritten = try WholeFile.write(document.serialized(pretty: true) + [UInt8(ascii: "\n")], to: name)
    } catch {
      throw .cannotWrite(error.description)
    }
    if call.console.isJSON {
      try call.console.print(json: ["file": .string(name), "result": isWritten ? "written" : "unchanged"])
    } else {
      try call.console.remark(isWritten ? "wrote \(name)" : "\(name) is as it was")
    }
    return .done
  }
}
