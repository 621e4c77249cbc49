import HTTP
import SerinFlags
import Store

/// The page at `/`: what runs here and which flags there are.
///
/// The flags are shown only to somebody who seems to sit at this machine: the peer is on the loopback interface, nothing
/// tells of a proxy (a forwarding header, or a connection that is not kept alive, as nginx makes them by default), and
/// the `Host` is a name of this machine, so that a web site which points its own name at 127.0.0.1 sees nothing.
/// Everybody else learns that Serin runs here. A proxy that hides itself cannot be told from a person, so an operator
/// who runs one switches the list off.
struct PageRoute: Sendable {
  let keeper: RulesetKeeper
  let version: String
  let listsFlags: Bool

  func add(to router: inout Router) {
    router.add(.get, "/") { request, _ in respond(to: request) }
  }

  private func respond(to request: HTTPRequest) -> HTTPResponse {
    let state = keeper.state
    var page = HTML()
    page.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>Serin</title><style>")
    page.raw(PageStyle.css)
    page.raw("</style></head><body><header><h1>Serin</h1><p>Feature flags, canary releases and experiments. Version ")
    page.text(version)
    page.raw("</p></header><main>")
    if listsFlags, Self.isLocal(request) {
      for project in state.projects { section(project, state, into: &page) }
      if state.projects.isEmpty { page.raw("<p>No project is loaded.</p>") }
    } else if listsFlags {
      page.raw("<p>This server is running. Its flags are listed here only on the machine it runs on.</p>")
    } else {
      page.raw("<p>This server is running. It was told not to list its flags here.</p>")
    }
    page.raw(
      "</main><footer><p>Health: <a href=\"/healthz\">/healthz</a>, <a href=\"/readyz\">/readyz</a></p></footer>")
    page.raw("</body></html>")
    return HTTPResponse(status: 200, headers: Self.headers, body: .bytes(page.bytes))
  }

  private static let headers = [
    (name: "Content-Type", value: "text/html; charset=utf-8"), (name: "Cache-Control", value: "no-store"),
    (name: "X-Content-Type-Options", value: "nosniff"), (name: "Referrer-Policy", value: "no-referrer"),
    (
      name: "Content-Security-Policy",
      value: "default-src 'none'; style-src 'sha256-\(PageStyle.hash)'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"
    ),
  ]

  private func section(_ project: ProjectRecord, _ state: ServerState, into page: inout HTML) {
    page.raw("<section><h2>Project ")
    if project.name != project.key {
      page.text(project.name)
      page.raw(" ")
    }
    page.raw("<code>")
    page.text(project.key)
    page.raw("</code></h2>")
    let rulesets = state.environments(of: project).compactMap { state.rulesets[$0.id] }
    page.raw("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Flag</th><th scope=\"col\">Kind</th>")
    for ruleset in rulesets {
      page.raw("<th scope=\"col\">")
      page.text(ruleset.environment.key)
      page.raw(" <small>revision \(ruleset.environment.revision)</small></th>")
    }
    page.raw("</tr></thead><tbody>")
    let keys = Set(rulesets.flatMap { $0.flags.map(\.key) }).sorted()
    for key in keys { row(key, rulesets, into: &page) }
    page.raw("</tbody></table></div>")
    if keys.isEmpty {
      page.raw("<p>No flags yet. Create one: <code>serin flags create my_flag --kind release --owner me</code></p>")
    }
    page.raw("</section>")
  }

  private func row(_ key: String, _ rulesets: [ServedRuleset], into page: inout HTML) {
    page.raw("<tr><th scope=\"row\"><code>")
    page.text(key)
    page.raw("</code></th><td>")
    page.text(rulesets.lazy.compactMap { $0.flags[key]?.compiled.kind?.rawValue }.first ?? "")
    page.raw("</td>")
    for ruleset in rulesets {
      let state = ruleset.flags[key].map { FlagState($0, in: ruleset) } ?? .absent
      page.raw("<td><span class=\"\(state.style)\">")
      page.text(state.text)
      page.raw("</span></td>")
    }
    page.raw("</tr>")
  }

  /// Whether the request comes from this machine, for one of its own names.
  static func isLocal(_ request: HTTPRequest) -> Bool {
    guard request.remoteAddress.isLoopback, request.isKeepAlive else { return false }
    let proxies = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip", "via"]
    guard !proxies.contains(where: request.headers.contains) else { return false }
    guard let host = request.headers["host"] else { return false }
    let name = host.hasPrefix("[") ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
    return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased())
  }
}
