import SerinFlags
import Store

extension CodeScanRecord {
  /// The scan as the control API shows it.
  var json: JSONObject {
    [
      "repository": .string(repository), "branch": .string(branch), "commit": .string(commit),
      "link": link.map(JSONValue.string) ?? .null, "updatedAt": .string(Instants.text(updatedAt)),
    ]
  }
}

extension FlagReferences.Scan {
  /// The places as the control API shows them, each with its address where the scan has a link.
  var json: JSONValue {
    let link = scan.link.map(LineLink.init)
    var object = scan.json
    object["references"] = .array(
      references.map { reference in
        var place: JSONObject = [
          "file": .string(reference.file), "line": .number(Double(reference.line)),
          "column": .number(Double(reference.column)), "kind": .string(reference.kind),
          "snippet": .string(reference.snippet),
        ]
        let here = (reference.file, reference.line, reference.column)
        if let url = link?.address(of: here, commit: scan.commit, branch: scan.branch) { place["url"] = .string(url) }
        return .object(place)
      })
    return .object(object)
  }
}
