internal import CLibUV

extension EventLoop {
  /// Sets the timer to a time of the loop's clock.
  ///
  /// Called on the loop.
  func setTimer(to time: UInt64) {
    let now = now
    let callback: uv_timer_cb = { timer in
      guard let data = timer?.pointee.data else { return }
      let loop = Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue()
      loop.local.pointee.hooks?.timer()
      loop.endTurn()
    }
    uv_timer_start(timer, callback, time > now ? time - now : 0, 0)
  }

  /// Stops the timer.
  ///
  /// Called on the loop.
  func stopTimer() { uv_timer_stop(timer) }
}
