/// How a system turns the number it draws into the value that it compares, in its own floating-point arithmetic.
struct DrawScale {
  private let algorithm: DrawAlgorithm
  /// Numbers are from 0 up to this, exclusively.
  ///
  /// Unleash's splits have another one for each sum of weights.
  let range: UInt64

  init(_ algorithm: DrawAlgorithm, _ purpose: DrawPurpose) {
    self.algorithm = algorithm
    switch algorithm {
    case .sha256: range = UInt64(Draw.range)
    case .unleash: range = purpose == .split ? 1000 : 100
    case .configCat, .djb2: range = 100
    case .growthBook1, .sha256Prefix: range = 1000
    case .growthBook2, .eppo: range = 10_000
    case .statsig: range = purpose == .split ? 1000 : 10_000
    case .flagsmith: range = 9998
    // The magnitude of the least 32-bit integer is a number too.
    case .featBit: range = (1 << 31) + 1
    case .flagd: range = 1 << 32
    case .launchDarkly, .postHog: range = 1 << 60
    }
  }

  /// The value that the source makes of a number.
  ///
  /// It never falls as the number rises.
  func value(of number: UInt64) -> Double {
    let number = Double(number)
    switch algorithm {
    // Sources divide by 0xFFFFFFFFFFFFFFF as a double, which is 2^60. The highest numbers are rounded up to 1.
    case .launchDarkly, .postHog: return number / 1_152_921_504_606_846_976
    case .growthBook1, .sha256Prefix: return number / 1000
    case .growthBook2: return number / 10_000
    case .flagsmith: return number / 9998 * 100
    case .featBit: return number / 2_147_483_648
    case .unleash: return number + 1
    case .sha256, .flagd, .configCat, .eppo, .statsig, .djb2: return number
    }
  }

  /// Whether a value that equals the bound is in.
  var includesBound: Bool {
    switch algorithm {
    case .unleash, .postHog, .flagsmith, .featBit: true
    default: false
    }
  }

  /// What the source compares the value of a rollout with.
  ///
  /// Shares of 1 that a document of the source writes in decimals are the double nearest to the millionths; where the
  /// source itself multiplies or divides its percentage, so does this.
  func bound(of percent: Percentage) -> Double {
    switch algorithm {
    case .launchDarkly, .growthBook1, .growthBook2, .featBit, .sha256Prefix: return Double(percent.micro) / 100_000_000
    case .postHog: return percent.percent / 100
    case .unleash, .configCat, .flagsmith, .djb2: return percent.percent
    case .statsig: return percent.percent * Double(range / 100)
    // Shards are whole numbers in its documents.
    case .eppo: return Double(percent.micro) / 10_000
    // 2^32 for flagd, so that the product is exact; the division then rounds once, and 0 and 100 % stay exact.
    case .sha256, .flagd: return Double(percent.micro) * Double(range) / 100_000_000
    }
  }
}
