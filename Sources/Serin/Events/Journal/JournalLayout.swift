/// Where things stand in the file of a ring.
///
/// A header with what is known of the device, then records at multiples of eight bytes:
///
/// | bytes | record |
/// |---|---|
/// | 4 | a mark; zero once the record is not needed any more |
/// | 4 | the length of the payload |
/// | 4 | the check of the length and of everything that follows |
/// | 4 | the kind |
/// | 8 | the number, which grows |
/// | | the payload |
///
/// Numbers have the machine's own byte order: the file never leaves the device.
enum JournalLayout {
  /// The size of the file in bytes.
  static let size = 64 * 1024
  static let firstRecord = 4096
  private static let recordHeader = 24
  private static let deviceStart = 24
  /// No byte of JSON text is a control character, so no payload can hold the mark of a record.
  private static let mark: UInt32 = 0x0152_4A01
  private static let fileMark: UInt64 = 0x0131_4E52_4A53_0A01

  /// How many bytes a record takes.
  static func size(ofPayload count: Int) -> Int {
    (recordHeader + count + 7) / 8 * 8
  }

  /// The header of an empty ring.
  ///
  /// - Parameter device: Left out when it is larger than its place.
  static func header(device: [UInt8]) -> [UInt8] {
    let device = device.count <= firstRecord - deviceStart ? device : []
    return bytes(of: fileMark) + [UInt8](repeating: 0, count: 8) + bytes(of: UInt32(device.count))
      + bytes(of: CRC32.checksum(device)) + device
  }

  /// The place of how many records did not fit.
  static let refusedStart = 8

  /// How many records did not fit.
  static func refused(_ count: UInt32) -> [UInt8] { bytes(of: count) + bytes(of: ~count) }

  /// A record.
  ///
  /// A process that ends in the middle of writing it leaves one whose check tells.
  static func record(_ kind: JournalRecord.Kind, number: UInt64, _ payload: [UInt8]) -> [UInt8] {
    let length = bytes(of: UInt32(payload.count))
    let rest = bytes(of: kind.rawValue) + bytes(of: number) + payload
    var crc = CRC32()
    crc.update(length)
    crc.update(rest)
    return bytes(of: mark) + length + bytes(of: crc.value) + rest
  }

  /// In place of a mark it makes a record one that is not needed any more.
  static let noMark = bytes(of: UInt32(0))

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number, Array.init)
  }

  /// The check of a record: its length, and all from its kind on.
  private static func check(_ record: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32()
    crc.update(record[4..<8])
    crc.update(record[12...])
    return crc.value
  }
}

extension JournalLayout {
  /// Reads what is whole in a file, whatever else is in it.
  static func read(_ bytes: [UInt8]) -> JournalContents {
    bytes.withUnsafeBytes { file in
      var contents = JournalContents()
      guard file.count >= firstRecord, file.loadUnaligned(fromByteOffset: 0, as: UInt64.self) == fileMark else {
        return contents
      }
      let refused = file.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
      // Before the first refusal both are zero.
      if ~refused == file.loadUnaligned(fromByteOffset: 12, as: UInt32.self) { contents.refused = refused }
      let length = Int(file.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
      if length <= firstRecord - deviceStart {
        let device = file[deviceStart..<(deviceStart + length)]
        let check = file.loadUnaligned(fromByteOffset: 20, as: UInt32.self)
        if CRC32.checksum(device) == check { contents.device = Array(device) }
      }
      var offset = firstRecord
      while offset + recordHeader <= file.count {
        if let record = record(at: offset, in: file) {
          contents.records.append(record)
          offset += size(ofPayload: record.payload.count)
        } else {
          offset += 8
        }
      }
      contents.records.sort { $0.number < $1.number }
      return contents
    }
  }

  private static func record(at offset: Int, in file: UnsafeRawBufferPointer) -> JournalRecord? {
    guard file.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == mark else { return nil }
    let length = Int(file.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
    guard length <= file.count - offset - recordHeader else { return nil }
    let record = UnsafeRawBufferPointer(rebasing: file[offset..<(offset + recordHeader + length)])
    guard check(record) == record.loadUnaligned(fromByteOffset: 8, as: UInt32.self),
      let kind = JournalRecord.Kind(rawValue: record.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    else { return nil }
    return JournalRecord(
      number: record.loadUnaligned(fromByteOffset: 16, as: UInt64.self), kind: kind,
      payload: Array(record[recordHeader...]))
  }
}
