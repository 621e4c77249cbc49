extension StoreError: CustomStringConvertible {
  /// What happened and what can be done about it, for a person.
  public var description: String {
    switch self {
    case .conflict(let conflict): conflict.description
    case .notFound(let object): "\(object) does not exist"
    case .duplicate(let object): "\(object) is taken"
    case .refused(let reason): reason
    case .overLimit(let what, let found, let allowed): "there would be \(found) \(what); at most \(allowed) are kept"
    case .locked(let path, let pid?): "\(path) is locked: process \(pid) has the store open"
    case .locked(let path, nil): "\(path) is locked: another process has the store open"
    case .schemaTooNew(let found, let supported):
      "the store has schema \(found) and this version of Serin knows schemas up to \(supported); use a newer version"
    case .wrongKey(let path): "\(path) was written with another audit key"
    case .migrationAltered(let version):
      "migration \(version) on record is not the one of this version of Serin; restore a backup or use that version"
    case .notWritable(let path, let reason): "\(path) cannot be written: \(reason)"
    case .damaged(let path, let reason): "\(path) is damaged or not a store of Serin: \(reason)"
    case .full(let reason): "the disk is full: \(reason)"
    case .closed: "the store is closed"
    case .failed(let reason): reason
    }
  }
}

extension StoreConflict: CustomStringConvertible {
  /// Which row stood in the way, and at which version.
  public var description: String {
    switch (expected, found) {
    case (nil, let found?): "\(object) exists already, at version \(found)"
    case (nil, nil): "\(object) exists already"
    case (let expected?, let found?): "\(object) is at version \(found), not \(expected)"
    case (let expected?, nil): "\(object) does not exist; version \(expected) was expected"
    }
  }
}
