/// Which scalars beyond ASCII differ from others in case only.
///
/// It follows the standard library's mappings of single scalars to lower, upper and title case. Mappings to several
/// scalars do not count, nor do the dotted and the dotless i of Turkic languages, which Unicode's simple folding leaves
/// alone.
struct CaseOrbits: Sendable {
  /// Every scalar from U+0080 that has partners, with one partner a row, ascending.
  private let rows: [(scalar: UInt32, partner: UInt32)]

  /// The table, made when it is first needed.
  static let all = CaseOrbits()

  private init() {
    var orbitOf: [UInt32: Int] = [:]
    var orbits: [[UInt32]] = []
    // No script beyond the second plane has letter case.
    for code in UInt32(0x80)...0x1FFFF where code != 0x130 && code != 0x131 {
      guard let scalar = Unicode.Scalar(code), scalar.properties.changesWhenCaseMapped else { continue }
      let properties = scalar.properties
      for mapping in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
        let scalars = mapping.unicodeScalars
        guard let other = scalars.first?.value, scalars.count == 1, other != code else { continue }
        Self.join(code, other, &orbitOf, &orbits)
      }
    }
    // These differ in their mappings to several scalars only.
    for (left, right): (UInt32, UInt32) in [(0x390, 0x1FD3), (0x3B0, 0x1FE3), (0xFB05, 0xFB06)] {
      Self.join(left, right, &orbitOf, &orbits)
    }
    rows = orbits.flatMap { orbit in
      orbit.filter { $0 >= 0x80 }.flatMap { scalar in orbit.filter { $0 != scalar }.map { (scalar, $0) } }
    }.sorted { $0.scalar < $1.scalar }
  }

  private static func join(
    _ left: UInt32, _ right: UInt32, _ orbitOf: inout [UInt32: Int], _ orbits: inout [[UInt32]]
  ) {
    let orbit = orbitOf[left] ?? orbitOf[right] ?? orbits.count
    if orbit == orbits.count { orbits.append([]) }
    for scalar in [left, right] {
      if let old = orbitOf[scalar] {
        guard old != orbit else { continue }
        for moved in orbits[old] { orbitOf[moved] = orbit }
        orbits[orbit] += orbits[old]
        orbits[old] = []
      } else {
        orbitOf[scalar] = orbit
        orbits[orbit].append(scalar)
        // The ASCII letters have their own partner, which their mapping is not asked for.
        if (0x41...0x5A).contains(scalar) { join(scalar, scalar + 32, &orbitOf, &orbits) }
        if (0x61...0x7A).contains(scalar) { join(scalar, scalar - 32, &orbitOf, &orbits) }
      }
    }
  }

  /// Adds the partners of all scalars of a range.
  func appendPartners(of range: ClosedRange<UInt32>, to ranges: inout [ClosedRange<UInt32>]) {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].scalar < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < rows.count, rows[low].scalar <= range.upperBound {
      ranges.append(rows[low].partner...rows[low].partner)
      low += 1
    }
  }
}
