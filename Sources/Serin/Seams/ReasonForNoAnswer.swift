import Foundation

/// Why there was no HTTP answer, in words for a log.
///
/// Of other errors than the system's own only the type is told: their words may hold anything, also what a log must not.
func reasonForNoAnswer(_ error: any Error) -> String {
  (error as? URLError)?.localizedDescription ?? String(describing: type(of: error))
}
