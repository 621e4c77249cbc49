extension Migration {
  /// The tables of places in code that name flags.
  ///
  /// The places have no row ids: they stand in the order in which one flag's are asked for. The index is for the replacing.
  static let codeReferences = Migration(
    version: 2, name: "code references",
    script: """
      CREATE TABLE code_scan (
        no INTEGER PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project (id), repository TEXT NOT NULL,
        branch TEXT NOT NULL, commit_id TEXT NOT NULL, link TEXT, reference_count INTEGER NOT NULL,
        updated_at INTEGER NOT NULL, UNIQUE (project_id, repository, branch)) STRICT;

      CREATE TABLE code_reference (
        flag_key TEXT NOT NULL, scan_no INTEGER NOT NULL REFERENCES code_scan (no), file TEXT NOT NULL,
        line INTEGER NOT NULL, col INTEGER NOT NULL, kind TEXT NOT NULL, snippet TEXT NOT NULL,
        PRIMARY KEY (flag_key, scan_no, file, line, col)) STRICT, WITHOUT ROWID;
      CREATE INDEX code_reference_scan ON code_reference (scan_no);
      """)
}
