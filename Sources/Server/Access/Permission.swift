/// What an operation takes of whoever asks for it.
enum Permission: String, Sendable, Hashable, CaseIterable {
  /// Nothing: for signing in, and for what a link's secret decides.
  case anybody
  /// Being known at all: a good admin token, or somebody who is signed in.
  case signedIn
  /// Any role in the project.
  case view
  /// Editor of the project, or more.
  case edit
  /// May change what users get in the environment at once: its releaser or an admin, and where the environment is not
  /// protected an editor.
  case release
  /// Admin of the project.
  case administer
  /// The instance itself: projects, accounts, settings.
  case instance

  /// What it takes, for an error that says who may do it.
  var holder: String {
    switch self {
    case .anybody: "nothing"
    case .signedIn: "a signed-in account or an admin token"
    case .view: "a role in the project"
    case .edit: "an editor or admin of the project"
    case .release: "a releaser of the environment or an admin of the project"
    case .administer: "an admin of the project"
    case .instance: "an administrator of the instance"
    }
  }
}
