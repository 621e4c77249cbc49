import SerinFlags
import TestPlantedPackage
import Testing

@testable import CodeReferences

/// Numbers in code that are compared with the document.
@Suite struct NumberTests {
  private func findings(_ number: String) -> Int {
    let code = "let size = FlagProperty<Double>(.liveRelease, \"size\", default: \(number))"
    let scan = CodeScan([SourceFile(path: "A.swift", text: code)], document: PlantedPackage.document)
    return CodeCheck(PlantedPackage.document, on: PlantedPackage.day).findings(in: scan)
      .filter { $0.kind == .defaultDiffers }.count
  }

  @Test(arguments: ["3", "3.0", "0x3", "0b11", "0o3", "0b1_1", "30e-1", "3e+0", "0.3e+1", "0x6p-1"])
  func `the document's number is none to report, however it is written`(number: String) {
    #expect(findings(number) == 0)
  }

  @Test(arguments: ["4", "-3", "0x4", "0b111", "0o7", "-0b11", "1e-3"])
  func `another number is, however it is written`(number: String) {
    #expect(findings(number) == 1)
  }
}
