import Store
import Testing

@testable import Server

@Suite struct AccessTests {
  private static let open = EnvironmentRecord(
    id: "e_open", number: 1, projectID: "p_shop", key: "staging", position: 0, createdAt: 0)
  private static let protected = EnvironmentRecord(
    id: "e_protected", number: 2, projectID: "p_shop", key: "production", isProtected: true, position: 1, createdAt: 0)

  private func access(_ grant: Access.Grant) -> Access {
    Access(actor: "account:a", reach: .projects(["p_shop": grant]))
  }

  private func rights(_ access: Access, in environment: EnvironmentRecord?) -> Set<Permission> {
    Set(Permission.allCases.filter { access.has($0, in: "p_shop", environment: environment) })
  }

  @Test func rolesHaveTheirRightsAndNoOthers() {
    let table: [(Access.Grant, EnvironmentRecord, Set<Permission>)] = [
      (Access.Grant(role: .viewer), Self.open, [.anybody, .signedIn, .view]),
      (Access.Grant(role: .viewer), Self.protected, [.anybody, .signedIn, .view]),
      (Access.Grant(role: .editor), Self.open, [.anybody, .signedIn, .view, .edit, .release]),
      (Access.Grant(role: .editor), Self.protected, [.anybody, .signedIn, .view, .edit]),
      (Access.Grant(role: .admin), Self.protected, [.anybody, .signedIn, .view, .edit, .release, .administer]),
      (Access.Grant(role: .viewer, releases: ["e_protected"]), Self.protected, [.anybody, .signedIn, .view, .release]),
      (Access.Grant(role: .viewer, releases: ["e_protected"]), Self.open, [.anybody, .signedIn, .view]),
      (Access.Grant(releases: ["e_protected"]), Self.protected, [.anybody, .signedIn, .view, .release]),
    ]
    for (grant, environment, expected) in table {
      #expect(rights(access(grant), in: environment) == expected, "\(grant) in \(environment.key)")
    }
  }

  @Test func theInstancesAdministratorMayDoEverythingEverywhere() {
    let root = Access(actor: "token:root", reach: .instance)
    #expect(rights(root, in: Self.protected) == Set(Permission.allCases))
    #expect(Permission.allCases.allSatisfy { root.has($0) })
    #expect(root.sees(projectID: "p_any"))
  }

  @Test func anotherProjectDoesNotExistForSomebodyWithoutARoleInIt() {
    let somebody = access(Access.Grant(role: .admin))
    #expect(!somebody.sees(projectID: "p_other"))
    #expect(!somebody.has(.view, in: "p_other"))
    #expect(!somebody.has(.instance))
    #expect(somebody.has(.signedIn))
  }

  @Test func aNarrowedTokenHasAtMostWhatItWasGiven() {
    var token = Access(actor: "token:t", reach: .instance)
    token.limits = TokenLimits(scopes: [.release], environments: ["e_open"])
    #expect(rights(token, in: Self.open) == [.anybody, .signedIn, .view, .release])
    #expect(rights(token, in: Self.protected) == [.anybody, .signedIn, .view])
    #expect(rights(token, in: nil) == [.anybody, .signedIn, .view])
    #expect(!token.has(.instance))
  }
}
