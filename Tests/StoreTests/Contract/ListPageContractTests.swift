import Store
import TestRandom
import Testing

/// Pages of change requests and jobs, whatever the engine.
@Suite struct ListPageContractTests {
  private static let hash = [UInt8](repeating: 1, count: 32)

  private static func request(
    _ id: String, author: String = "account:a_ann", in environmentID: String = Shop.production, patch: String = "{}"
  ) -> ChangeRequestRecord {
    ChangeRequestRecord(
      id: id, environmentID: environmentID, author: author, title: "t", description: "", patch: patch,
      baseVersions: "{}", contentHash: hash)
  }

  /// Writes things in one change, in their order.
  private static func write(
    _ store: any ConfigurationStore, requests: [ChangeRequestRecord] = [], jobs: [JobRecord] = []
  ) async throws(StoreError) {
    let edits =
      requests.map { request in
        Shop.edit("changeRequest.test", object: "changeRequest:\(request.id)") { $0.changeRequest = .create(request) }
      } + jobs.map { job in Shop.edit("schedule.test", object: "schedule:\(job.id)") { $0.job = .create(job) } }
    _ = try await store.commit(Change(chain: Shop.id, edits: edits))
  }

  @Test(arguments: StoreFactory.all)
  func pagesOfRequestsFollowOneAnotherBothWays(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let ids = ["cr_m", "cr_a", "cr_z", "cr_b", "cr_y"]
      try await Self.write(store, requests: ids.map { Self.request($0) } + [Self.request("cr_s", in: Shop.staging)])
      for (isDescending, wanted) in [(false, ids), (true, ids.reversed())] {
        var window = ListWindow(isDescending: isDescending, rows: 2)
        var found: [[String]] = []
        while true {
          let page = try await store.changeRequestPage(
            environmentID: Shop.production, filter: ChangeRequestFilter(), window: window)
          found.append(page.rows.map(\.id))
          guard page.hasMore, let last = page.rows.last else { break }
          window.after = ListWindow.Place(id: last.id)
        }
        #expect(found == [Array(wanted[0..<2]), Array(wanted[2..<4]), Array(wanted[4...])])
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func requestsAreFilteredByStateAndAuthor(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.write(
        store, requests: [Self.request("cr_a"), Self.request("cr_b", author: "token:t"), Self.request("cr_c")])
      var rejected = Self.request("cr_c")
      rejected.state = .rejected
      try await store.write("changeRequest.test") { [rejected] edit in
        edit.changeRequest = .update(rejected, expects: .version(1))
      }
      func ids(_ filter: ChangeRequestFilter) async throws -> [String] {
        try await store.changeRequestPage(
          environmentID: Shop.production, filter: filter, window: ListWindow(rows: 9)
        ).rows.map(\.id)
      }
      #expect(try await ids(ChangeRequestFilter(states: [.open])) == ["cr_a", "cr_b"])
      #expect(try await ids(ChangeRequestFilter(states: [.rejected, .applied])) == ["cr_c"])
      #expect(try await ids(ChangeRequestFilter(author: "account:a_ann")) == ["cr_a", "cr_c"])
      #expect(try await ids(ChangeRequestFilter(states: [.open], author: "token:t")) == ["cr_b"])
      #expect(try await ids(ChangeRequestFilter(states: [])) == [])
      #expect(try await ids(ChangeRequestFilter(author: "token:T")) == [])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aPageEndsWithItsBytesAndHasItsFirstRowHoweverLarge(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let large = #"{"p":"\#(String(repeating: "x", count: 1000))"}"#
      try await Self.write(store, requests: ["cr_a", "cr_b", "cr_c"].map { Self.request($0, patch: large) })
      func page(_ bytes: Int, after id: String? = nil) async throws -> ListPage<ChangeRequestRecord> {
        try await store.changeRequestPage(
          environmentID: Shop.production, filter: ChangeRequestFilter(),
          window: ListWindow(after: id.map { ListWindow.Place(id: $0) }, rows: 9, bytes: bytes))
      }
      let one = try await page(10)
      #expect(one.rows.map(\.id) == ["cr_a"])
      #expect(one.hasMore)
      #expect(try await page(2500).rows.map(\.id) == ["cr_a", "cr_b"])
      let last = try await page(10, after: "cr_b")
      #expect(last.rows.map(\.id) == ["cr_c"])
      #expect(!last.hasMore)
      #expect(try await page(10, after: "cr_never") == ListPage(rows: [], hasMore: false))
      let none = try await store.changeRequestPage(
        environmentID: Shop.production, filter: ChangeRequestFilter(), window: ListWindow(rows: -1))
      #expect(none == ListPage(rows: [], hasMore: false))
    }
  }

  @Test(arguments: StoreFactory.all, [UInt64](1...3))
  func pagesOfJobsAreTheirFilteredList(factory: StoreFactory, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let (flags, actors) = (["f_a", "f_b", nil], ["account:a", "token:t"])
    let places = [Shop.production, Shop.staging, nil]
    var jobs = (0..<40).map { number in
      JobRecord(
        id: "j_\(Int.random(in: 0..<1000, using: &random))_\(number)", kind: "change", projectID: Shop.id,
        environmentID: places.randomElement(using: &random) ?? nil, flagID: flags.randomElement(using: &random) ?? nil,
        dueAt: clock.now + Int64.random(in: 0..<8, using: &random), actor: actors.randomElement(using: &random) ?? "",
        payload: "{}")
    }
    var cases: [(JobFilter, Bool, Int)] = []
    for _ in 0..<30 {
      var filter = JobFilter(order: Bool.random(using: &random) ? .due : .planned)
      if Bool.random(using: &random) { filter.flagID = flags[Int.random(in: 0..<2, using: &random)] }
      if Bool.random(using: &random) { filter.actor = actors.randomElement(using: &random) }
      if Bool.random(using: &random) { filter.environmentID = places[Int.random(in: 0..<2, using: &random)] }
      if Bool.random(using: &random) { filter.dueFrom = clock.now + Int64.random(in: 0..<8, using: &random) }
      if Bool.random(using: &random) { filter.dueBefore = clock.now + Int64.random(in: 0..<8, using: &random) }
      let states: [Set<JobState>] = [
        [.waiting, .running], Set(JobState.allCases), [.cancelled], [.waiting, .cancelled, .failed],
      ]
      filter.states = states.randomElement(using: &random) ?? []
      cases.append((filter, Bool.random(using: &random), Int.random(in: 1...7, using: &random)))
    }
    let cancelled = Set(jobs.shuffled(using: &random).prefix(10).map(\.id))
    for index in jobs.indices where cancelled.contains(jobs[index].id) { jobs[index].state = .cancelled }
    try await factory.withStore(clock: clock) { [jobs, cases] store in
      try await store.openShop()
      try await Self.write(store, jobs: jobs)
      for id in cancelled {
        try await store.write("schedule.test", object: "schedule:\(id)") { $0.job = .cancel(id: id, expects: .present) }
      }
      for (filter, isDescending, rows) in cases {
        let wanted = Self.list(jobs, filter)
        var window = ListWindow(isDescending: isDescending, rows: rows)
        var found: [String] = []
        while true {
          let page = try await store.jobPage(projectID: Shop.id, filter: filter, window: window)
          #expect(page.rows.count <= rows)
          found += page.rows.map(\.id)
          guard page.hasMore, let last = page.rows.last else { break }
          window.after = filter.place(of: last)
        }
        #expect(found == (isDescending ? wanted.reversed() : wanted), "\(filter)")
      }
    }
  }

  /// The ids of the jobs that a filter leaves, in its order.
  private static func list(_ jobs: [JobRecord], _ filter: JobFilter) -> [String] {
    let kept = jobs.enumerated().filter { _, job in
      filter.states.contains(job.state) && (filter.flagID == nil || filter.flagID == job.flagID)
        && (filter.environmentID == nil || filter.environmentID == job.environmentID)
        && (filter.actor == nil || filter.actor == job.actor) && job.dueAt >= filter.dueFrom ?? 0
        && job.dueAt < filter.dueBefore ?? .max
    }
    return kept.sorted { a, b in
      filter.order == .due ? (a.element.dueAt, a.offset) < (b.element.dueAt, b.offset) : a.offset < b.offset
    }.map(\.element.id)
  }
}
