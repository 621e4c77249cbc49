import CodeReferences
import SerinFlags
import Store

/// `serin references push`: the places that name flags, sent to the server for the pages of the flags.
enum ReferencesPushCommand: Command {
  private static let link = OptionSpec.value(
    "link", "TEMPLATE", variable: "SERIN_LINK",
    help: "Address of a line, with {file} and perhaps {line}, {column}, {commit} and {branch}.")

  static let description = CommandDescription(
    "references push", summary: "Scan code and send the server the places that name flags.",
    discussion: [
      """
      Run it at the root of the repository: files are named from there. What the server knows of the same branch is \
      replaced as a whole; other branches and repositories are not touched. The same places at the same commit change \
      nothing.
      """,
      """
      What the server does not keep is left out with a remark, and the rest is sent: places in files or of keys that it \
      refuses, and what is over \(CodeReferenceLimits.places) places. With --json the member "leftOut" tells it.
      """,
      "PATH and the options of a scan mean what they mean for \"serin scan\". It takes an admin token of the project.",
    ],
    positionals: [.codePath],
    options: [
      .flagsFile, .exclude, CodeBranch.repository, CodeBranch.branch, CodeBranch.commit, link, .reason,
    ],
    sharedOptions: .projectTarget,
    examples: [
      ("serin references push Sources", "Sends the places, in a workflow of GitHub."),
      (
        "serin references push --repository acme/shop --branch main --commit 1a2b3c4 "
          + "--link https://git.example.com/acme/shop/src/{commit}/{file}#L{line}",
        "Names the code itself, and says where its lines can be seen."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    var body = call.reasonBody
    body["repository"] = .string(try CodeBranch.required(CodeBranch.repository, call))
    body["branch"] = .string(try CodeBranch.required(CodeBranch.branch, call))
    body["commit"] = .string(try CodeBranch.required(CodeBranch.commit, call))
    if let link = call.arguments[link] { body["link"] = .string(link) }
    let folder = try call.sourceFolder()
    let prefix = try prefix(of: folder)
    var document: RulesetDocument?
    if let name = call.arguments[.flagsFile] { document = try call.ruleset(in: name, mode: .read) }
    let scan = try call.scan(folder, document: document)
    body["references"] = []
    let room = CodeReferenceLimits.requestBytes - JSONValue.object(body).serialized().count
    let references = UploadedReferences(scan.references, prefix: prefix, room: room)
    body["references"] = .array(references.elements)
    for remark in references.remarks { try call.console.remark(remark) }
    let server = try call.controlServer()
    let count = references.elements.count
    call.console.progress.begin("sending \(count) places to \(server.address.text)")
    defer { call.console.progress.end() }
    var answer = try await server.put(call.projectPath(on: server) + ["code-references"], body).objectValue ?? [:]
    try server.check(.object(answer), has: "references", equalTo: .number(Double(count)))
    answer["leftOut"] = references.json
    let place = [answer["repository"], answer["branch"]].map { FlagText.plain($0 ?? .null) }.joined(separator: ", ")
    return try call.show(.object(answer), as: "sent \(count) \(count == 1 ? "place" : "places") of \(place)")
  }

  /// What the paths of a scan lack to begin at the present folder.
  private static func prefix(of folder: FileSourceFolder) throws(CommandFailure) -> String {
    let parts = folder.path.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
    guard !folder.path.hasPrefix("/"), !parts.contains(".."), !parts.contains("") else {
      throw .usage("\(folder.path) is not below the present folder, which should be the repository's root")
    }
    return parts.map { $0 + "/" }.joined()
  }
}
