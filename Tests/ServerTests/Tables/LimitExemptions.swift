@testable import Server

/// Why a limit that the OpenAPI document has is in no table of limits.
enum LimitExemptions {
  /// By the limit's place, for all operations, or by operation and place.
  static let places: [String: String] = [
    "header.If-Match": "a form and no size; RefusedValueTests and TwoEditorsTests hold it",
    "header.Idempotency-Key": "LimitCompletenessTests send keys of every length",
    "query.flag": things, "query.environment": things,
    "body.environment": things, "body.environments[]": things,
    "body.flags[]": things, "body.change.flag": things, "body.change.from": things, "body.change.flags[]": things,
    "body.change.segment": things,
    "body.change.version": versions, "body.base": versions, "body.versions.{}": versions,
    "query.before": versions,
    "body.anchors[].hash": "a form and no size; RefusedValueTests hold it",
    "body.anchors[].sequence": "the largest whole number that JSON has exactly: no body has a larger one",
    "setUp body.password": "read like that of acceptInvitation, which has a row",
    "body.reason": reasons, "query.reason": reasons,
  ]

  private static let things = "names something that is there; whatever is not is 404, however long it is"
  private static let versions = "a form and no size; RefusedValueTests hold it"
  private static let reasons = "LimitCompletenessTests send too long a reason to every operation that takes one"
}
