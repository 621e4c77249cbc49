import SerinFlags
import Store

extension DocumentPlanner {
  /// Plans another name of the project.
  mutating func planProject() {
    guard let name = document.name, !name.hasSameBytes(as: contents.project.name) else { return }
    var project = contents.project
    project.name = name
    var edit = Edit(audit: caller.entry("project.update", "project:\(project.id)", reason: reason))
    edit.project = .update(project, expects: .version(project.version))
    edits.append(edit)
    let change = StructuralDiff(from: ["name": .string(contents.project.name)], to: ["name": .string(name)])
    parts.append(DocumentPlan.Part(kind: .project, key: project.key, action: .update, changes: change.changes))
  }

  /// Plans environments that are new or different; none is ever removed.
  mutating func planEnvironments() throws(Problem) {
    for wanted in document.environments ?? [] {
      let path = DocumentPath.member("environments", wanted.key)
      do throws(Problem) {
        if let index = environments.firstIndex(where: { $0.key.hasSameBytes(as: wanted.key) }) {
          let current = environments[index]
          let next = try wanted.fields.applied(to: current)
          environments[index] = next
          planUpdate(of: current, to: next)
        } else {
          try planCreation(of: wanted)
        }
      } catch {
        problems.add(error.moved { "\(path).\($0)" }, at: path)
      }
    }
  }

  private mutating func planUpdate(of current: EnvironmentRecord, to next: EnvironmentRecord) {
    let changes = StructuralDiff(from: current.documentFields, to: next.documentFields).changes
    guard !changes.isEmpty else { return }
    var edit = Edit(audit: caller.entry("environment.update", "environment:\(current.id)", reason: reason))
    edit.environments = [.update(next, expects: .version(current.version))]
    edits.append(edit)
    parts.append(DocumentPlan.Part(kind: .environment, key: current.key, action: .update, changes: changes))
  }

  private mutating func planCreation(of wanted: ProjectDocument.Environment) throws(Problem) {
    guard KeyGrammar.isValidKey(wanted.key) else {
      return problems.add(
        DocumentPath.member("environments", wanted.key), "\"\(wanted.key)\" is not a key; \(KeyGrammar.rule)")
    }
    guard environments.count < ProjectService.maximumEnvironments else {
      throw Problem(.conflict, "more than \(ProjectService.maximumEnvironments) environments are not possible")
    }
    let blank = EnvironmentRecord(
      id: RecordID.make(prefix: "e_"), number: 0, projectID: contents.project.id, key: wanted.key, name: wanted.key,
      position: (environments.map(\.position).max() ?? -1) + 1, createdAt: 0)
    let environment = try wanted.fields.applied(to: blank)
    environments.append(environment)
    newEnvironments.insert(environment.id)
    var edit = Edit(audit: caller.entry("environment.create", "environment:\(environment.id)", reason: reason))
    edit.environments = [.create(environment)]
    edit.items = try flagsWithoutContent(for: environment)
    edits.append(edit)
    let changes = StructuralDiff(from: [:], to: environment.documentFields).changes
    parts.append(DocumentPlan.Part(kind: .environment, key: environment.key, action: .create, changes: changes))
  }

  /// The flags that the document does not mention, as a new environment gets them: without rules and off.
  private mutating func flagsWithoutContent(for environment: EnvironmentRecord) throws(Problem) -> [ItemWrite] {
    guard let model = contents.environments.first else { return [] }
    let mentioned = Set((document.flags ?? []).map { ExactString($0.key) })
    let known = Set(contents.flags.lazy.filter { mentioned.contains(ExactString($0.key)) }.map(\.id))
    var writes: [ItemWrite] = []
    // Deleted ones too, so that they can come back in every environment.
    for item in contents.flagItems(in: model) where !known.contains(item.id) {
      let stored: JSONObject
      do throws(JSONError) {
        stored = try JSONValue(parsing: Array(item.document.utf8), options: .lenient).objectValue ?? [:]
      } catch {
        throw Problem(.internalError, "the stored document of \(item.id) cannot be read: \(error)")
      }
      let document = FlagItem.withoutRules(stored)
      let isGone = item.isGone || prunesFlags
      if !isGone { note(document, of: stored["key"]?.stringValue ?? item.id, in: environment) }
      writes.append(
        ItemWrite(
          environmentID: environment.id, kind: .flag, id: item.id, schema: item.schema, document: document.text,
          isGone: isGone, expects: .absent))
    }
    return writes
  }
}
