import FuzzTargets

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The target that the variable `SERIN_FUZZ_TARGET` names.
private let target: FuzzTarget? = getenv("SERIN_FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

/// What libFuzzer calls with each input; a failure ends the program, which keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("SERIN_FUZZ_TARGET must be one of \(names)")
  }
  do throws(FuzzFailure) {
    try target.run(UnsafeRawBufferPointer(start: data, count: count))
  } catch {
    fatalError("\(error)")
  }
  return 0
}
