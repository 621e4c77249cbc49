import Foundation

extension RunRecord {
  /// How a run that is over ended, as a later start of the app sees it.
  ///
  /// A crash is never guessed: only the host's crash reporter knows one, so a death in front of a person is
  /// ``PreviousExit/Kind/unexplained`` until that speaks. An update or a new boot comes before the phase, since a process
  /// that was ended for it was often still in front.
  ///
  /// - Parameters:
  ///   - system: What the device runs on now.
  ///   - version: The app's version now.
  ///   - build: The app's build now.
  ///   - uptime: The device's uptime now.
  func exit(system: SystemMark, version: String?, build: String?, uptime: TimeInterval) -> PreviousExit.Kind {
    if isClean { return .clean }
    if self.version != version?.cut || self.build != build?.cut || self.system.version != system.version.cut {
      return .updated
    }
    if isOfEarlierBoot(system, uptime: uptime) { return .rebooted }
    return phase == .active ? .unexplained : .inBackground
  }

  /// Whether the device was started anew since the run.
  func isOfEarlierBoot(_ present: SystemMark, uptime: TimeInterval) -> Bool {
    // The uptime tells where the system has no names for its boots, though not always.
    system.boot != present.boot.cut || uptime < lastSeen
  }
}
