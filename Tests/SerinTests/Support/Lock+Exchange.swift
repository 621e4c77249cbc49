import Serin
import SerinLock

extension Lock {
  /// Puts a value in place of the one that is there, which it gives.
  func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
