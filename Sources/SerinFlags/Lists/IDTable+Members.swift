extension IDTable {
  /// The ids that lie in some of the places, in ascending order.
  struct Members: Sequence, IteratorProtocol {
    private let places: [ListedID]
    private var place: Int
    private let end: Int

    fileprivate init(_ places: [ListedID], _ range: Range<Int>) {
      self.places = places
      place = range.lowerBound
      end = range.upperBound
    }

    /// The next place with an id, and not the copy that fills a gap.
    @inline(__always)
    mutating func next() -> ListedID? {
      while place < end {
        let id = places[place]
        place &+= 1
        if place == places.count || places[place] != id { return id }
      }
      return nil
    }
  }

  /// All ids.
  var members: Members { Members(places, places.indices) }

  /// The ids of a bucket.
  func members(ofBucket index: Int) -> Members {
    Members(places, range(ofBucket: index))
  }

  /// The most places that an id lies behind its ideal place.
  var worstDisplacement: Int {
    var worst = 0
    for (place, id) in places.enumerated() where place + 1 == places.count || places[place + 1] != id {
      worst = max(worst, place - idealPlace(of: id))
    }
    return worst
  }
}
