import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct CodeUploadTests {
  private static let path = "/api/v1/projects/shop/code-references"

  private static func body(_ places: Int, branch: String = "main", commit: String = "1") -> String {
    let references = (0..<places).map {
      #"{"flag":"f","file":"A.swift","line":\#($0 + 1),"column":1,"kind":"literal","snippet":""}"#
    }.joined(separator: ",")
    return
      #"{"repository":"acme/shop","branch":"\#(branch)","commit":"\#(commit)","references":[\#(references)]}"#
  }

  /// A server on a store that calls tests during its commits.
  private static func held(_ fixture: Fixture) async throws -> (store: FaultyStore, server: SerinServer) {
    let store = FaultyStore(fixture.store)
    return (store, try await SerinServer(store: store, events: fixture.events, configuration: Fixture.configuration))
  }

  // Every step of the upload waits until a kill and a change are done: were they to wait for it, nobody would go on.
  @Test(.timeLimit(.minutes(5)))
  func `no kill and no change of a flag waits for an upload`() async throws {
    let fixture = try await Fixture()
    let (store, server) = try await Self.held(fixture)
    let answers = AnswerLog()
    store.beforeCommits { change in
      guard change.edits.contains(where: { $0.codeScan != nil }) else { return }
      let send = { (method: HTTPMethod, path: String, body: String) in
        await Fixture.send(to: server, method, path, Array(body.utf8), token: fixture.adminToken).status
      }
      await answers.add(send(.post, Fixture.flags + "/new_checkout/kill", "{}"))
      await answers.add(send(.post, Fixture.flags + "/new_checkout/unkill", "{}"))
      let document = #"{"document":{"schema":1,"flags":{}}}"#
      await answers.add(send(.post, "/api/v1/projects/shop/environments/production/apply", document))
    }
    let sent = await Fixture.send(
      to: server, .put, Self.path, Array(Self.body(1_100).utf8), token: fixture.adminToken)
    #expect(sent.status == 200 && sent["references"] == 1_100)
    // To begin, three parts, to publish, to sweep: six changes.
    let statuses = await answers.statuses
    #expect(statuses.count == 18 && statuses.allSatisfy { $0 == 200 }, "\(statuses)")
  }

  @Test func `a branch that is deleted right behind an upload was stored all the same`() async throws {
    let fixture = try await Fixture()
    let (store, server) = try await Self.held(fixture)
    store.afterCommits { change in
      guard change.edits.contains(where: { if case .publish = $0.codeScan { true } else { false } }) else { return }
      let gone = #"{"repository":"acme/shop","branch":"main"}"#
      #expect(await fixture.control(.delete, Self.path, gone).status == 204)
    }
    let sent = await Fixture.send(to: server, .put, Self.path, Array(Self.body(2).utf8), token: fixture.adminToken)
    #expect(sent.status == 200, "\(sent.text)")
    #expect(sent["references"] == 2 && sent["commit"] == "1")
    #expect(await fixture.control(.get, Self.path)["scans"] == [])
  }

  @Test func `a project has so many bytes of places and no more, and the answer names the limit`() async throws {
    let fixture = try await Fixture()
    let project = try #require(try await fixture.store.projects().first)
    let upload = { (places: Int, branch: String) throws(Problem) in
      let request = HTTPRequest(method: .put, target: Self.path, body: Array(Self.body(places, branch: branch).utf8))
      return try CodeScanUpload(ControlBody(request, members: CodeScanUpload.members), projectID: project.id)
    }
    let two = try upload(2, "a")
    let bytes = two.references.reduce(0) { $0 + Int64($1.storedBytes) }
    let service = CodeReferenceService(store: fixture.store, limits: CodeScanLimits(branches: 9, bytes: bytes + 1))
    let replace = { (upload: CodeScanUpload) async throws(Problem) in
      try await service.replace(by: upload, in: project, by: .setup, reason: "")
    }
    _ = try await replace(two)
    do throws(Problem) {
      _ = try await replace(try upload(1, "b"))
      Issue.record("it was taken")
    } catch {
      #expect(error.status == 409)
      #expect(
        error.detail
          == "the project would have \(bytes * 3 / 2) bytes of code references; at most \(bytes + 1) are kept. "
          + "Delete a branch that is gone")
    }
    #expect(try await service.scans(of: project).map(\.branch) == ["a"])
    #expect(try await replace(upload(0, "b")).bytes == 0)
  }
}

/// What requests came to, in their order.
private actor AnswerLog {
  private(set) var statuses: [Int] = []

  func add(_ status: Int) { statuses.append(status) }
}
