import Store
import Testing

@Suite struct StoreErrorTests {
  @Test(arguments: [
    (
      StoreError.conflict(StoreConflict(object: "flag:f_a", expected: 3, found: 4)),
      "flag:f_a is at version 4, not 3"
    ),
    (
      .conflict(StoreConflict(object: "flag:f_a", expected: nil, found: 4)),
      "flag:f_a exists already, at version 4"
    ),
    (
      .conflict(StoreConflict(object: "flag:f_a", expected: 3, found: nil)),
      "flag:f_a does not exist; version 3 was expected"
    ),
    (.notFound(object: "project:p_a"), "project:p_a does not exist"),
    (.duplicate(object: "flag:checkout"), "flag:checkout is taken"),
    (.locked(path: "/d/serin.lock", pid: 12), "/d/serin.lock is locked: process 12 has the store open"),
    (.locked(path: "/d/serin.lock", pid: nil), "/d/serin.lock is locked: another process has the store open"),
    (
      .schemaTooNew(found: 3, supported: 2),
      "the store has schema 3 and this version of Serin knows schemas up to 2; use a newer version"
    ),
    (.wrongKey(path: "/d/config.db"), "/d/config.db was written with another audit key"),
    (.notWritable(path: "/d", reason: "Not a directory"), "/d cannot be written: Not a directory"),
    (
      .damaged(path: "/d/config.db", reason: "file is not a database"),
      "/d/config.db is damaged or not a store of Serin: file is not a database"
    ),
    (.full(reason: "/d"), "the disk is full: /d"),
    (.closed, "the store is closed"),
    (.failed(reason: "why"), "why"),
  ])
  func anErrorSaysWhatAPersonNeeds(error: StoreError, text: String) {
    #expect("\(error)" == text)
  }
}
