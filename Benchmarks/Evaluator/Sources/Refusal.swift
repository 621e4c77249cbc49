/// Why a mode is not measured: this version has not got what it needs.
struct Refusal: Error {
  var message: String

  init(_ message: String) {
    self.message = message
  }
}
