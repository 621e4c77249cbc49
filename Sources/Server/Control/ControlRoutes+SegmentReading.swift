import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  static let segmentsPath = environmentPath + "/segments"
  static let segmentPath = segmentsPath + "/{segment}"

  var segments: SegmentService { SegmentService(flags: flags) }

  /// Reading segments, and asking who is in them and what uses them.
  var segmentReadingOperations: [ControlOperation] {
    [listProjectSegments, segmentUsage, listSegments, getSegment, getSegmentList, segmentContains]
  }

  private static let segmentPageDetails =
    "A page ends after 1 MiB, however few it has then: it was the last one when `next` is null."

  private static let totalOfSegments = Schema.Member.required(
    "total", .integer("How many segments there are on all pages."))

  private var listProjectSegments: ControlOperation {
    ControlOperation(
      "listProjectSegments", .get, Self.projectPath + "/segments", needs: .view,
      "The segments of a project, with the environments that define each",
      details: Self.segmentPageDetails, query: SegmentQuery.parameters,
      answer: .json(
        .object([
          Self.totalOfSegments, .next,
          .required(
            "segments",
            .array(
              .object([
                .required("key", .key), .required("id", .string()), .required("kind", .segmentKind),
                .required("description", .string()), .required("tags", .array(.string())),
                .required("environments", .array(.key, "Those in which it has a definition.")),
              ]))),
        ]), "The segments in the wanted order.",
        example: [
          "total": 1, "next": .null,
          "segments": [
            [
              "key": "vip", "id": "g_a2b3c4d5e6f7g2h3", "kind": "list", "description": "Paying", "tags": ["money"],
              "environments": ["production"],
            ]
          ],
        ])
    ) { call async throws(Problem) in
      let project = try call.project
      let state = keeper.state
      let environments = state.environments(of: project)
      let page = try await segments.list(SegmentQuery(call.query), of: project)
      return Self.answer(
        page.json { record in
          let defining = environments.filter { state.rulesets[$0.id]?.segments[record.key] != nil }
          return .object([
            "key": .string(record.key), "id": .string(record.id), "kind": .string(record.kind),
            "description": .string(record.description), "tags": .array(record.tags.map(JSONValue.string)),
            "environments": .array(defining.map { .string($0.key) }),
          ])
        })
    }
  }

  private var segmentUsage: ControlOperation {
    ControlOperation(
      "getSegmentUsage", .get, Self.projectPath + "/segments/{segment}/usage", needs: .view,
      "The flags and segments of every environment that refer to a segment",
      answer: .json(
        .object([
          .required(
            "environments",
            .array(
              .object([.required("environment", .key), .required("uses", .array(.ref("SegmentUse")))]),
              "Those with any use."))
        ]), "The uses, environment by environment.",
        example: [
          "environments": [
            [
              "environment": "production",
              "uses": [
                ["flag": "new_checkout", "rule": "r_1a2b3c4d", "path": "flags.new_checkout.rules[0].when.segment"]
              ],
            ]
          ]
        ])
    ) { call async throws(Problem) in
      let project = try call.project
      let record = try await segments.record(call["segment"], in: project)
      let usage = segments.usage(of: record.key, in: keeper.state.environments(of: project))
      return Self.answer(.object(["environments": .array(usage.map(\.json))]))
    }
  }

  private var listSegments: ControlOperation {
    ControlOperation(
      "listSegments", .get, Self.segmentsPath, needs: .view, "The segments of a project as one environment has them",
      details: Self.segmentPageDetails, query: SegmentQuery.parameters,
      answer: .json(
        .object([Self.totalOfSegments, .next, .required("segments", .array(.ref("Segment")))]),
        "The segments in the wanted order.",
        example: ["total": 1, "next": .null, "segments": [Self.segmentExample]])
    ) { call async throws(Problem) in
      Self.answer(try await segments.list(SegmentQuery(call.query), in: call.place).json(\.json))
    }
  }

  private var getSegment: ControlOperation {
    ControlOperation(
      "getSegment", .get, Self.segmentPath, needs: .view, "One segment in one environment",
      details: "`definition` is null where the environment has none yet.",
      answer: .json(.ref("Segment"), "The segment.", example: Self.segmentExample, headers: [Self.entityTag])
    ) { call async throws(Problem) in Self.answer(try await segments.details(call["segment"], in: call.place)) }
  }

  private var getSegmentList: ControlOperation {
    ControlOperation(
      "getSegmentList", .get, Self.segmentPath + "/list", needs: .view, "How many ids a list has",
      details: "The ids of a long list are kept as hashes: nobody can read them back.",
      answer: .json(
        .ref("SegmentList"), "The list.", example: ["count": 1_000_000, "digest": .string(Self.digestExample)],
        headers: [Self.entityTag])
    ) { call async throws(Problem) in
      let details = try await segments.details(call["segment"], in: call.place)
      guard let count = details.count, details.record.kind == SegmentKind.list.rawValue else {
        throw Problem(.conflict, "segment \"\(call["segment"])\" is no list: it is of the kind \(details.record.kind)")
      }
      return Self.answer(
        .object(["count": .number(Double(count)), "digest": details.digest.map(JSONValue.string) ?? .null]),
        headers: [(name: "ETag", value: details.versions.entityTag)])
    }
  }

  private var segmentContains: ControlOperation {
    ControlOperation(
      "segmentContains", .post, Self.segmentPath + "/contains", needs: .view, "Whether an id is in a list",
      details: "The id is in the body, since addresses are written into logs.",
      body: .json(
        .object([
          .required("id", .string("The id, 1 to 1024 bytes.")),
          .optional("at", .instant("An instant of the past; left out: now.").orNull),
        ]), example: ["id": "alice"]),
      answer: .json(.object([.required("contains", .boolean())]), "Whether it is.", example: ["contains": true])
    ) { call async throws(Problem) in
      var instant: Int64?
      if let text = try call.body.string("at") {
        guard let parsed = Timestamp(parsing: text) else {
          throw Problem(path: "at", message: "\"\(text)\" is not an RFC 3339 instant, such as 2027-01-15T09:00:00Z")
        }
        instant = parsed.microseconds / 1000
      }
      let given = try call.body.required("id")
      guard let id = given.stringValue else {
        throw Problem(path: "id", message: "must be a string, not \(Shown.json(given))")
      }
      let contains = try await segments.contains(id, key: call["segment"], at: instant, in: call.place)
      return Self.answer(.object(["contains": .bool(contains)]))
    }
  }

  static let digestExample = "2a9531154d70465ea7331cc68ec7e6c22a9531154d70465ea7331cc68ec7e6c2"

  static let segmentExample: JSONValue = [
    "key": "vip", "id": "g_a2b3c4d5e6f7g2h3", "kind": "list", "environment": "production", "etag": "1.5",
    "description": "Paying", "tags": ["money"], "updatedAt": "2027-01-15T09:00:00.000Z", "count": 2,
    "definition": ["list": ["alice", "bob"]],
  ]

  /// A segment with its versions as the entity tag.
  static func answer(
    _ details: SegmentDetails, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    answer(details.json, status: status, headers: headers + [(name: "ETag", value: details.versions.entityTag)])
  }
}
