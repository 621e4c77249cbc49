import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct RouterTests {
  private func router() -> Router {
    var router = Router()
    router.add(.get, "/") { _, _ in .init(status: 200, headers: [], body: .bytes(Array("root".utf8))) }
    router.add(.get, "/a/{x}") { _, p in .init(status: 200, headers: [], body: .bytes(Array("x=\(p[0])".utf8))) }
    router.add(.get, "/a/fixed") { _, _ in .init(status: 200, headers: [], body: .bytes(Array("fixed".utf8))) }
    router.add(.post, "/a/{x}/b/{y}") { _, p in
      .init(status: 200, headers: [], body: .bytes(Array("\(p[0])+\(p[1])".utf8)))
    }
    return router
  }

  private func text(_ method: HTTPMethod, _ target: String) async -> String {
    let request = HTTPRequest(
      method: method, target: target, headers: HTTPHeaders([]), body: [], remoteAddress: .loopback)
    do throws(Problem) { return Answer(try await router().respond(to: request)).text } catch {
      return "\(error.status)"
    }
  }

  @Test(arguments: [
    (HTTPMethod.get, "/", "root"), (.get, "/a/1", "x=1"), (.get, "/a/fixed", "fixed"), (.get, "/a/fixed?q=1", "fixed"),
    (.post, "/a/1/b/2", "1+2"), (.head, "/a/1", "x=1"), (.get, "/a/%C3%A9", "x=é"), (.get, "/a", "404"),
    (.get, "/a/", "404"), (.get, "/a//b/2", "404"), (.get, "/b", "404"), (.post, "/a/1", "405"),
    (.get, "/a/%zz", "404"),
    (.get, "a", "404"),
  ])
  func findsTheHandler(method: HTTPMethod, target: String, wanted: String) async {
    #expect(await text(method, target) == wanted)
  }

  @Test func aWrongMethodSaysWhichAreAllowed() async throws {
    let request = HTTPRequest(
      method: .delete, target: "/a/1", headers: HTTPHeaders([]), body: [], remoteAddress: .loopback)
    do throws(Problem) {
      _ = try await router().respond(to: request)
      Issue.record("no problem was thrown")
    } catch {
      #expect(error.status == 405)
      #expect(Answer(error.response).header("allow") == "GET")
    }
  }
}
