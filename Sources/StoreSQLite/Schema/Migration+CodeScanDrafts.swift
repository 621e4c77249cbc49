extension Migration {
  /// Scans of code that arrive in parts, and leave in parts.
  ///
  /// The tables are made anew, since a branch may now have a scan that arrives and some that leave beside its present one.
  /// The digest of what is there already is not known; the next scan of the branch is then taken for another one.
  static let codeScanDrafts = Migration(
    version: 5, name: "code scan drafts",
    script: """
      ALTER TABLE code_scan RENAME TO code_scan_before;
      ALTER TABLE code_reference RENAME TO code_reference_before;

      CREATE TABLE code_scan (
        no INTEGER PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project (id), repository TEXT NOT NULL,
        branch TEXT NOT NULL, commit_id TEXT NOT NULL, link TEXT, reference_count INTEGER NOT NULL,
        byte_count INTEGER NOT NULL, digest BLOB CHECK (length(digest) = 16),
        state TEXT NOT NULL CHECK (state IN ('arriving', 'current', 'leaving')), draft_id TEXT UNIQUE,
        updated_at INTEGER NOT NULL, CHECK ((state = 'arriving') = (draft_id IS NOT NULL))) STRICT;
      CREATE UNIQUE INDEX code_scan_branch ON code_scan (project_id, repository, branch) WHERE state = 'current';
      CREATE INDEX code_scan_state ON code_scan (state);

      CREATE TABLE code_reference (
        flag_key TEXT NOT NULL, scan_no INTEGER NOT NULL REFERENCES code_scan (no), file TEXT NOT NULL,
        line INTEGER NOT NULL, col INTEGER NOT NULL, kind TEXT NOT NULL, snippet TEXT NOT NULL,
        PRIMARY KEY (flag_key, scan_no, file, line, col)) STRICT, WITHOUT ROWID;

      INSERT INTO code_scan (no, project_id, repository, branch, commit_id, link, reference_count, byte_count, state,
          updated_at)
        SELECT no, project_id, repository, branch, commit_id, link, reference_count,
          (SELECT coalesce(sum(length(CAST(r.flag_key || r.file || r.kind || r.snippet AS BLOB)) + 64), 0)
            FROM code_reference_before AS r WHERE r.scan_no = s.no), 'current', updated_at
        FROM code_scan_before AS s;
      INSERT INTO code_reference SELECT * FROM code_reference_before;

      DROP TABLE code_reference_before;
      DROP TABLE code_scan_before;
      CREATE INDEX code_reference_scan ON code_reference (scan_no);
      """)
}
