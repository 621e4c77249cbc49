/// The lifecycle that fits the platform: the application's own where there is one, else always active.
func automaticLifecycle() -> any FlagLifecycle {
  #if canImport(UIKit) || canImport(AppKit)
    ApplicationLifecycle()
  #else
    AlwaysActiveLifecycle()
  #endif
}
