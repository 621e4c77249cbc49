/// Where things stand in the file of a ring.
///
/// A header with what is known of the device, then records at multiples of eight bytes:
///
/// | bytes | record |
/// |---|---|
/// | 4 | a mark, stored last; zero once the record is not needed any more |
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

  /// Writes the header of an empty ring.
  static func writeHeader(to memory: UnsafeMutableRawPointer, device: [UInt8]) {
    if device.count <= firstRecord - deviceStart {
      (memory + deviceStart).copyMemory(from: device, byteCount: device.count)
      memory.storeBytes(of: UInt32(device.count), toByteOffset: 16, as: UInt32.self)
      memory.storeBytes(of: CRC32.checksum(device), toByteOffset: 20, as: UInt32.self)
    }
    memory.storeBytes(of: fileMark, toByteOffset: 0, as: UInt64.self)
  }

  /// Writes how many records did not fit.
  static func writeRefused(_ count: UInt32, to memory: UnsafeMutableRawPointer) {
    memory.storeBytes(of: count, toByteOffset: 8, as: UInt32.self)
    memory.storeBytes(of: ~count, toByteOffset: 12, as: UInt32.self)
  }

  /// Writes a record.
  ///
  /// A process that ends in the middle leaves a record without its mark. Should the processor's caches or the compiler put
  /// the mark before the rest, the check tells.
  static func write(
    _ kind: JournalRecord.Kind, number: UInt64, _ payload: [UInt8], at offset: Int,
    of memory: UnsafeMutableRawPointer
  ) {
    let record = memory + offset
    record.storeBytes(of: UInt32(payload.count), toByteOffset: 4, as: UInt32.self)
    record.storeBytes(of: kind.rawValue, toByteOffset: 12, as: UInt32.self)
    record.storeBytes(of: number, toByteOffset: 16, as: UInt64.self)
    (record + recordHeader).copyMemory(from: payload, byteCount: payload.count)
    let check = check(UnsafeRawBufferPointer(start: record, count: recordHeader + payload.count))
    record.storeBytes(of: check, toByteOffset: 8, as: UInt32.self)
    record.storeBytes(of: mark, toByteOffset: 0, as: UInt32.self)
  }

  /// Makes a record one that is not needed any more.
  static func erase(at offset: Int, of memory: UnsafeMutableRawPointer) {
    memory.storeBytes(of: 0, toByteOffset: offset, as: UInt32.self)
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
