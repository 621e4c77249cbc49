import HTTP
import SerinFlags
import Testing

@testable import Server

/// The tables of limits have every limit that the served document has.
@Suite struct LimitCompletenessTests {
  private func limits() async throws -> [DocumentedLimit] {
    DocumentedLimit.all(in: await (try await Fixture()).send(.get, OpenAPIDocument.path).json)
  }

  private func row(_ limit: DocumentedLimit) -> LimitTable? {
    LimitTable.members.first { row in
      let field = row.field.replacing(/\[\d+\]/, with: "[]")
      return row.id == limit.id && limit.place == (field.isEmpty ? "body" : "body.\(field)")
    }
  }

  @Test func everyLimitOfTheDocumentHasARowOrAReasonWhyNot() async throws {
    let limits = try await limits()
    #expect(limits.count > 100)
    let missing = limits.filter { limit in
      LimitExemptions.places[limit.place] == nil && LimitExemptions.places[limit.description] == nil
        && row(limit) == nil
        && !QueryLimitTable.rows.contains { $0.id == limit.id && "query.\($0.parameter)" == limit.place }
    }
    #expect(Set(missing.map(\.description)).sorted() == [])
  }

  @Test func everyReasonWhyNotIsOfALimitThatTheDocumentHas() async throws {
    let limits = try await limits()
    let places = Set(limits.map(\.place) + limits.map(\.description))
    #expect(LimitExemptions.places.keys.filter { !places.contains($0) }.sorted() == [])
  }

  @Test func theLimitsOfTheTablesAreThoseOfTheDocument() async throws {
    for limit in try await limits() {
      if let maximum = limit.maximum, let row = row(limit) { #expect(row.limit == maximum, "\(limit)") }
      for row in QueryLimitTable.rows where row.id == limit.id && "query.\(row.parameter)" == limit.place {
        #expect(limit.minimum == row.range.lowerBound && limit.maximum == row.range.upperBound, "\(limit)")
      }
    }
  }

  @Test func whatIsSmallerThanItMayBeIsRefusedByName() async throws {
    let world = try await ControlWorld()
    for limit in try await limits() {
      guard let minimum = limit.minimum, let row = row(limit) else { continue }
      let operation = try #require(world.operations.first { $0.id == row.id })
      var template = RequestTemplate.of(row.id)
      template.body = row.body(minimum - 1)
      let answer = await world.send(try await template.request(for: operation, in: world), as: row.asker)
      #expect(answer.status == 422, "\(limit): \(answer.text.prefix(300))")
      #expect(answer.faults.hasPrefix(row.field), "\(limit): \(answer.faults.prefix(300))")
    }
  }

  @Test(arguments: QueryLimitTable.rows)
  func aParameterIsAsLargeAndAsSmallAsItMayBe(row: QueryLimitTable) async throws {
    let world = try await ControlWorld()
    let operation = try #require(world.operations.first { $0.id == row.id })
    let request = try await RequestTemplate.of(row.id).request(for: operation, in: world)
    let (least, most) = (row.range.lowerBound, row.range.upperBound)
    for (size, status) in [(least - 1, 400), (least, 200), (most, 200), (most + 1, 400)] {
      let asked = WorldRequest(
        method: request.method, path: "\(request.path)?\(row.parameter)=\(row.value(size))")
      let answer = await world.send(asked, as: .instanceToken)
      #expect(answer.status == status, "\(size): \(answer.text.prefix(300))")
      guard status == 400 else { continue }
      let detail = answer["detail"]?.stringValue ?? ""
      #expect(detail.hasPrefix("query parameter \"\(row.parameter)\" is "), "\(answer.text)")
      #expect(detail.contains("\(most)"), "\(answer.text)")
    }
  }

  @Test func everyOperationThatTakesAReasonRefusesOneThatIsTooLong() async throws {
    let world = try await ControlWorld()
    let taking = world.operations.filter { operation in
      operation.query.contains { $0.name == "reason" } || operation.body?.schema.memberNames.contains("reason") == true
    }
    #expect(taking.count > 40)
    for operation in taking {
      let request = try await RequestTemplate.of(operation.id).request(
        for: operation, in: world, reason: LimitTable.text(2001))
      let heads = try await world.auditHeads()
      let asker = AuditTable.operations[operation.id]?.asker ?? .instanceToken
      let answer = await world.send(request, as: asker)
      #expect(answer.status == 422, "\(operation.id): \(answer.status) \(answer.text.prefix(300))")
      #expect(answer.faults.hasPrefix("reason: must be at most 2000 bytes"), "\(operation.id): \(answer.faults)")
      #expect(try await world.auditHeads() == heads, "\(operation.id) was refused and left a row")
    }
  }

  @Test func anIdempotencyKeyIsAsLongAsItMayBeAndNoLonger() async throws {
    let fixture = try await Fixture()
    for (size, status) in [(0, 400), (1, 201), (255, 201), (256, 400)] {
      let answer = await fixture.control(
        .post, "/api/v1/projects", #"{"key":"p\#(size)"}"#, headers: [("Idempotency-Key", LimitTable.text(size))])
      #expect(answer.status == status, "\(size): \(answer.text.prefix(300))")
    }
  }
}
