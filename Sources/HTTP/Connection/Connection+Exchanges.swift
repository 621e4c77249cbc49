extension Connection {
  /// The exchanges in the order of their answers.
  var exchanges: ExchangeSequence { ExchangeSequence(upcoming: first) }

  /// Adds an exchange behind the others.
  func append(_ exchange: Exchange) {
    if let last { last.next = exchange } else { first = exchange }
    last = exchange
    exchangeCount += 1
  }

  /// Removes the first exchange; it was answered.
  func removeFirst() {
    guard let removed = first else { return }
    first = removed.next
    if first == nil { last = nil }
    removed.next = nil
    exchangeCount -= 1
  }

  /// Stops and removes an exchange and all behind it.
  func abandonExchanges(from unwanted: Exchange) {
    var kept: Exchange?
    var next = first
    exchangeCount = 0
    while let exchange = next, exchange !== unwanted {
      kept = exchange
      next = exchange.next
      exchangeCount += 1
    }
    if let kept { kept.next = nil } else { first = nil }
    last = kept
    while let exchange = next {
      exchange.abandon()
      next = exchange.next
      exchange.next = nil
    }
  }
}

/// Exchanges that hang on each other.
struct ExchangeSequence: Sequence, IteratorProtocol {
  fileprivate var upcoming: Exchange?

  mutating func next() -> Exchange? {
    let exchange = upcoming
    upcoming = exchange?.next
    return exchange
  }
}
