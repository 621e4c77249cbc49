import Testing

@testable import HTTP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What happens when the process may open no more files; in processes of their own, which have that limit.
@Suite struct OpenFilesTests {
  @Test func aServerWithoutAFileForALoopSaysSo() async {
    await #expect(processExitsWith: .success) {
      let server = HTTPServer(
        configuration: HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: 4),
        handler: echo)
      OpenFiles.allow(more: 0)
      #expect(throws: HTTPServerError.tooManyFiles) { try server.start() }
      // Enough for some of the loops: what they took is given back each time.
      OpenFiles.allow(more: 14)
      #expect(throws: HTTPServerError.tooManyFiles) { try server.start() }
      let count = OpenFiles.count
      for _ in 0..<20 { #expect(throws: HTTPServerError.tooManyFiles) { try server.start() } }
      #expect(OpenFiles.count == count)
      OpenFiles.allow(more: 100)
      try server.start()
      let client = try RawClient(server.addresses[0])
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply().text == "GET /a []")
      await server.stop(gracePeriod: 0)
    }
  }

  @Test func aSignalWatcherWithoutAFileForItsLoopSaysSo() async {
    await #expect(processExitsWith: .success) {
      OpenFiles.allow(more: 0)
      #expect(throws: HTTPServerError.tooManyFiles) { try SignalWatcher() }
    }
  }

  @Test func theErrorSaysWhatToDo() {
    #expect(
      HTTPServerError.tooManyFiles.description
        == "Cannot start the server: the process has as many files open as it may; raise the limit (ulimit -n).")
  }
}
