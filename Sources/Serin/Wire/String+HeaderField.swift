extension String {
  /// Whether the text may be sent in a header field: visible ASCII, at least a byte and at most so many.
  ///
  /// What a server or a file gave is looked at before it goes back: a line break would end the field and begin another,
  /// and a field of many kilobytes makes servers refuse every request that has it.
  package func fitsHeaderField(maximumBytes: Int = 256) -> Bool {
    (1...maximumBytes).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
