extension PreparedDraw {
  /// The number that a message draws.
  func number(of message: DrawMessage) -> UInt64 {
    switch algorithm {
    case .sha256:
      return UInt64(Draw.remainder(sha256(message)))
    case .unleash:
      return UInt64(murmur3(message, seed: purpose == .split ? 86_028_157 : 0)) % range
    case .launchDarkly, .postHog:
      let words = sha1(message)
      return Self.joined(words.0, words.1) &>> 4
    case .growthBook1:
      return UInt64(Self.fnv1a(message)) % range
    case .growthBook2:
      var hash = FNV1a()
      hash.feed(digitsOf: Self.fnv1a(message))
      return UInt64(hash.value) % range
    case .flagd:
      return flagdNumber(of: message)
    case .configCat:
      return UInt64(sha1(message).0 &>> 4) % range
    case .flagsmith:
      return flagsmithNumber(of: message)
    case .featBit:
      return UInt64(Int32(bitPattern: md5(message).0).magnitude)
    case .eppo:
      return UInt64(md5(message).0.byteSwapped) % range
    case .statsig:
      let words = sha256(message)
      return Self.joined(words.0, words.1) % range
    case .sha256Prefix:
      return UInt64(sha256(message).0) % range
    case .djb2:
      return Self.djb2(message) % range
    }
  }

  private func sha256(_ message: DrawMessage) -> SHA256.Words {
    SHA256.digest(length: message.count, engine: .swift) { message.write(to: $0) }
  }

  private func sha1(_ message: DrawMessage) -> SHA1.Words {
    SHA1.digest(length: message.count) { message.write(to: $0) }
  }

  private func md5(_ message: DrawMessage) -> MD5.Words {
    MD5.digest(length: message.count) { message.write(to: $0) }
  }

  private func murmur3(_ message: DrawMessage, seed: UInt32) -> UInt32 {
    message.withBytes { Murmur3.hash($0, seed: seed) }
  }

  /// Two words as one integer.
  private static func joined(_ high: UInt32, _ low: UInt32) -> UInt64 {
    UInt64(high) &<< 32 | UInt64(low)
  }

  /// FNV-1a over the code units of each part; no part begins within a character.
  private static func fnv1a(_ message: DrawMessage) -> UInt32 {
    var hash = FNV1a()
    hash.feed(textOf: message.prefix)
    hash.feed(textOf: message.unit)
    hash.feed(textOf: message.suffix)
    return hash.value
  }

  private static func djb2(_ message: DrawMessage) -> UInt64 {
    var hash: Int64 = 5381
    for byte in message.prefix { hash = hash &* 33 &+ Int64(byte) }
    for byte in message.unit { hash = hash &* 33 &+ Int64(byte) }
    return hash.magnitude
  }

  /// The unit's head in CBOR depends on its length, so it is put between the prefix and the unit here.
  private func flagdNumber(of message: DrawMessage) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CBORText.maximumHeaderLength) { header in
      let length = CBORText.writeHeader(length: message.unit.count, to: UnsafeMutableRawBufferPointer(header))
      let head = UnsafeBufferPointer(rebasing: header[..<length])
      return UInt64(murmur3(DrawMessage(prefix: message.prefix, unit: head, suffix: message.unit), seed: 0))
    }
  }

  /// The digest modulo 9999, where 9998 means: hash the pair once more often.
  ///
  /// One pair in 9,999 is hashed twice. After as many as eight times (which no pair is likely ever to need) the number
  /// before it is taken, so that every message ends.
  private func flagsmithNumber(of message: DrawMessage) -> UInt64 {
    for repetitions in 1...8 {
      let number = Self.remainder(of: repeatedMD5(message, repetitions), by: 9999)
      if number < range { return number }
    }
    return range &- 1
  }

  /// The digest of `<salt>,<unit>`, so many times, with commas between.
  private func repeatedMD5(_ message: DrawMessage, _ repetitions: Int) -> MD5.Words {
    MD5.digest(length: message.count &* repetitions &+ (repetitions &- 1)) { buffer in
      var offset = 0
      for repetition in 0..<repetitions {
        if repetition > 0 {
          buffer[offset] = UInt8(ascii: ",")
          offset &+= 1
        }
        offset = DrawMessage.append(message.prefix, to: buffer, at: offset)
        offset = DrawMessage.append(message.unit, to: buffer, at: offset)
      }
    }
  }

  /// The digest as one integer of 128 bits, modulo a small number.
  private static func remainder(of words: MD5.Words, by divisor: UInt64) -> UInt64 {
    let high = joined(words.0.byteSwapped, words.1.byteSwapped) % divisor
    let middle = (high &<< 32 | UInt64(words.2.byteSwapped)) % divisor
    return (middle &<< 32 | UInt64(words.3.byteSwapped)) % divisor
  }
}
