import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Deciding about change requests and applying them.
  var changeDecisionOperations: [ControlOperation] {
    [
      deciding("approveChange", .approve, "Approve a change request with the content that was shown"),
      deciding("rejectChange", .reject, "Turn a change request down for good; its author takes it back so"),
      applyChangeRequest, breakGlass,
    ]
  }

  private func deciding(
    _ id: String, _ verdict: ChangeVerdictRecord.Verdict, _ summary: String
  ) -> ControlOperation {
    ControlOperation(
      id, .post, Self.changeRequestPath + "/" + verdict.rawValue, needs: .view, summary,
      details:
        "It takes a releaser of every protected environment that the change reaches, or an admin; approving takes "
        + "somebody else than the author.",
      body: .json(
        .object([
          .required("contentHash", .string("The `contentHash` that was shown; another one gives 412.")),
          .optional("reason", .ref("Reason")),
        ]), example: ["contentHash": changeHashExample]),
      answer: Self.changeRequestAnswer("The change request as it is now.")
    ) { call async throws(Problem) in
      let place = try call.place
      let request = try await changeRequests.decide(
        verdict, on: call["changeRequest"], contentHash: call.body.requiredString("contentHash"), in: place,
        by: call.caller, reason: call.body.reason())
      return Self.answer(request, in: place)
    }
  }

  private var changeHashExample: JSONValue { Self.changeRequestExample["contentHash"] ?? "" }

  private var applyChangeRequest: ControlOperation {
    ControlOperation(
      "applyChangeRequest", .post, Self.changeRequestPath + "/apply", needs: .view,
      "Apply an approved change request, now or at an instant",
      details: "It takes the author or a releaser. What is written is exactly what was approved: when anything that it "
        + "started from has changed, the answer is 409 with the difference. The rights of the author and of those who "
        + "approved are looked at again.",
      body: .json(
        .object(Schema.instantMembers + [.optional("reason", .ref("Reason"))]),
        example: ["wallTime": "2027-01-15T09:00", "zone": "Europe/Berlin"], isRequired: false),
      answer: Self.changeRequestAnswer("The change request as it is now.")
    ) { call async throws(Problem) in
      let place = try call.place
      let isLater = ["at", "wallTime", "zone"].contains { (call.body.object[$0] ?? .null) != .null }
      let request =
        if isLater {
          try await changeRequests.schedule(
            call["changeRequest"], at: plannedInstant(call.body), in: place, by: call.caller,
            reason: call.body.reason())
        } else {
          try await changeRequests.apply(
            call["changeRequest"], ChangeRequestService.Application(reason: call.body.reason()), in: place,
            by: call.caller)
        }
      return Self.answer(request, in: place)
    }
  }

  private var breakGlass: ControlOperation {
    ControlOperation(
      "breakGlass", .post, Self.changeRequestPath + "/break-glass", needs: .administer,
      "Apply a change request without the approvals that it lacks, with a reason",
      details: "The audit log names it by an action of its own, such as `flag.replace.breakGlass`.",
      body: .json(
        .object([.required("reason", .ref("Reason"))]), example: ["reason": "checkout is down, nobody else is here"]),
      answer: Self.changeRequestAnswer("The change request as it is now.")
    ) { call async throws(Problem) in
      let place = try call.place
      let request = try await changeRequests.apply(
        call["changeRequest"],
        ChangeRequestService.Application(isBreakGlass: true, reason: call.body.reason()), in: place, by: call.caller)
      return Self.answer(request, in: place)
    }
  }
}
