extension AuditDocument {
  static func object(_ job: JobRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("actor", job.actor)
    object.add("dueAt", job.dueAt)
    object.add("environment", job.environmentID)
    object.add("error", job.lastError)
    object.add("flag", job.flagID)
    object.add("id", job.id)
    object.add("kind", job.kind)
    object.add("payload", document: job.payload)
    object.add("reason", job.reason)
    object.add("state", job.state.rawValue)
    object.add("version", job.version)
    object.add("wallTime", job.wallTime)
    object.add("zone", job.zone)
    return object
  }

  static func object(_ request: ChangeRequestRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("author", request.author)
    object.add("baseVersions", document: request.baseVersions)
    object.add("contentHash", request.contentHash.hexadecimal)
    object.add("description", request.description)
    object.add("environment", request.environmentID)
    object.add("id", request.id)
    object.add("job", request.jobID)
    object.add("patch", document: request.patch)
    object.add("state", request.state.rawValue)
    object.add("title", request.title)
    object.add("version", request.version)
    return object
  }

  static func object(_ verdict: ChangeVerdictRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("contentHash", verdict.contentHash.hexadecimal)
    object.add("person", verdict.person)
    object.add("request", verdict.requestID)
    object.add("verdict", verdict.verdict.rawValue)
    return object
  }

  static func object(_ comment: ChangeCommentRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("actor", comment.actor)
    object.add("id", comment.id)
    object.add("request", comment.requestID)
    object.add("text", comment.text)
    return object
  }
}
