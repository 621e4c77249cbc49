#if canImport(Darwin)
  import Darwin
#endif

/// Lets a file be read and written from the first unlock after a restart on, also while the device is locked again.
///
/// That is the default, but an app may ask for stricter protection of all its files, and flags are read in background
/// too. Does nothing where files have no protection classes; a class that cannot be set leaves the app's own.
func protectUntilFirstUnlock(_ file: Int32) {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    // Class C of the kernel's content protection, which Foundation calls `completeUntilFirstUserAuthentication`.
    let completeUntilFirstUserAuthentication: Int32 = 3
    _ = fcntl(file, F_SETPROTECTIONCLASS, completeUntilFirstUserAuthentication)
  #endif
}
