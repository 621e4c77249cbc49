import SerinFlags
import Store

extension DocumentPlanner {
  /// Whether flags are archived that the document does not mention.
  var prunesFlags: Bool { isPruning && document.flags != nil }

  /// Plans what becomes of flags and segments that the document does not mention: nothing, or with pruning their end.
  ///
  /// A document without the member `flags`, or `segments`, says nothing of any, so that none is pruned.
  mutating func planPruning() throws(Problem) {
    let mentioned = Set((document.flags ?? []).map { ExactString($0.key) })
    for flag in contents.flags where flag.archivedAt == nil && !mentioned.contains(ExactString(flag.key)) {
      guard prunesFlags else {
        notMentioned.flags.append(flag.key)
        continue
      }
      var edit = Edit(audit: caller.entry("flag.archive", "flag:\(flag.id)", reason: reason))
      edit.flag = FlagWrite(flag: flag, isArchived: true, expects: .version(flag.version))
      for environment in contents.environments {
        edit.items.append(
          ItemWrite(
            environmentID: environment.id, kind: .flag, id: flag.id, schema: FlagItem.schema, isGone: true,
            expects: .present))
        note(nil, of: flag.key, in: environment)
      }
      edits.append(edit)
      parts.append(DocumentPlan.Part(kind: .flag, key: flag.key, action: .archive, changes: []))
    }
    planSegmentPruning()
  }

  private mutating func planSegmentPruning() {
    let mentioned = Set((document.segments ?? []).map { ExactString($0.key) })
    let others = contents.segments.filter { $0.archivedAt == nil && !mentioned.contains(ExactString($0.key)) }
    var unused: [SegmentRecord] = []
    if isPruning, document.segments != nil, !others.isEmpty {
      let documents = environments.map(rulesetAfter)
      unused = others
      // What only segments use that are deleted too is not in use.
      while true {
        let gone = Set(unused.map { ExactString($0.key) })
        let kept = unused.filter { segment in
          !documents.contains { document in
            document.uses(ofSegment: segment.key).contains { use in
              use.segment.map { !gone.contains(ExactString($0)) } ?? true
            }
          }
        }
        guard kept.count < unused.count else { break }
        unused = kept
      }
    }
    for segment in others where !unused.contains(where: { $0.id == segment.id }) {
      notMentioned.segments.append(segment.key)
    }
    for segment in unused { planDeletion(of: segment) }
  }

  private mutating func planDeletion(of segment: SegmentRecord) {
    var edit = Edit(audit: caller.entry("segment.delete", "segment:\(segment.key)", reason: reason))
    edit.segment = SegmentWrite(segment: segment, isArchived: true, expects: .version(segment.version))
    for environment in contents.environments {
      guard let view = contents.view(ofSegment: segment.key, in: environment), !view.item.isGone else { continue }
      edit.items.append(
        ItemWrite(
          environmentID: environment.id, kind: .segment, id: segment.key, isGone: true,
          expects: .version(view.item.version)))
      changes[environment.id, default: []].append(.noSegment(key: segment.key))
    }
    edits.append(edit)
    parts.append(DocumentPlan.Part(kind: .segment, key: segment.key, action: .delete, changes: []))
  }
}
