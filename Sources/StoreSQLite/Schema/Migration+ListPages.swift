extension Migration {
  /// Pages of change requests and jobs are read by what people look for, without reading what was over long ago.
  ///
  /// Each index has the rows of one answer in its order. The state is in it where people filter by it too: in the row it stands
  /// behind the documents, which would be read for it.
  static let listPages = Migration(
    version: 13, name: "list pages",
    script: """
      CREATE INDEX change_request_open ON change_request (env_id, no, state) WHERE state IN ('approved', 'open', 'stale');
      CREATE INDEX change_request_state ON change_request (env_id, state, no);
      CREATE INDEX change_request_author ON change_request (env_id, author_id, no, state);
      CREATE INDEX job_state ON job (project_id, state, due_at, no);
      CREATE INDEX job_flag ON job (project_id, flag_id, due_at, no, state) WHERE flag_id IS NOT NULL;
      CREATE INDEX job_actor ON job (project_id, actor_id, due_at, no, state);
      CREATE INDEX job_planned ON job (project_id, no);
      """)
}
