/// Everybody who may ask something of the control API of the shop, in the order of the columns of tables.
enum Asker: String, CaseIterable, Sendable {
  /// No key and no session.
  case nobody
  /// The session of an admin of another project.
  case foreign
  /// Sessions of people of the shop: by role, as releaser of production or of staging only, and of the instance.
  case viewer, editor, releaser, elsewhere, admin, root
  /// Admin tokens without an account: of the shop, and of the instance.
  case projectToken, instanceToken
  /// Tokens of the instance that are narrowed to one scope.
  case readToken, editToken, releaseToken
  /// A token of the shop whose writing is limited to staging.
  case elsewhereToken
  /// Keys of production.
  case clientKey, serverKey

  /// Those who have an account.
  static let people: [Asker] = [.foreign, .viewer, .editor, .releaser, .elsewhere, .admin, .root]
}
