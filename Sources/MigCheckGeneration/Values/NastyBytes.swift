import MigCheckModel

/// Data, dates and identifiers that programs are known to trip over.
enum NastyBytes {
  static let data: [Value] = [
    [], [0], [1], [0xFF], [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0x61], [0x61, 0], [0, 0x61],
    Array("null".utf8), Array("12".utf8), Array(0...255),
    Array(repeating: 0xAB, count: 4095), Array(repeating: 0xAB, count: 4096),
    Array(repeating: 0xAB, count: 4097),
  ].map(Value.data)

  static let hugeData: [Value] = [65_535, 65_536].map { .data(Array(repeating: 0xCD, count: $0)) }

  static let dates: [Value] = {
    let epoch2001: Int64 = 978_307_200
    var values = [Timestamp]()
    for epoch in [0, epoch2001] {
      values += [
        Timestamp(seconds: epoch), Timestamp(seconds: epoch, nanoseconds: 1),
        Timestamp(seconds: epoch - 1, nanoseconds: 999_999_999), Timestamp(seconds: epoch + 1),
        Timestamp(seconds: epoch - 1),
      ]
    }
    values += [
      Timestamp(seconds: epoch2001, nanoseconds: 123_000_000),
      Timestamp(seconds: epoch2001, nanoseconds: 999_500_000),
      Timestamp(seconds: epoch2001, nanoseconds: 123_456_789),
      Timestamp(seconds: epoch2001 - 1, nanoseconds: 500_000_000),
      Timestamp.earliest, Timestamp.latest,
    ]
    let texts = [
      "9999-12-31T23:59:59Z", "2038-01-19T03:14:07Z", "2038-01-19T03:14:08Z",
      "2024-02-29T12:00:00Z", "2000-02-29T00:00:00Z", "1900-02-28T23:59:59Z",
      "1582-10-04T00:00:00Z", "1582-10-15T00:00:00Z", "1500-01-01T00:00:00Z",
      "1969-12-31T23:59:59.5Z", "2106-02-07T06:28:16Z", "2262-04-11T23:47:16.854775807Z",
      "2023-03-26T01:30:00Z", "2016-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000000001Z",
    ]
    values += texts.compactMap { Timestamp($0) }
    return NastyValues.unique(values).map(Value.date)
  }()

  static let uuids: [Value] = [
    UUIDBytes(high: 0, low: 0), UUIDBytes(high: .max, low: .max), UUIDBytes(high: 0, low: 1),
    UUIDBytes(high: 0x0100_0000_0000_0000, low: 0),
    UUIDBytes(high: 0x0011_2233_4455_4677, low: 0x8899_AABB_CCDD_EEFF),
    UUIDBytes(high: 0x0011_2233_4455_4677, low: 0x8899_AABB_CCDD_EEFE),
    UUIDBytes(high: 0x7766_5544_3322_1100, low: 0x8899_AABB_CCDD_EEFF),
  ].map(Value.uuid)

  static let objectIDs: [Value] = [
    ObjectIDBytes(high: 0, low: 0), ObjectIDBytes(high: .max, low: .max),
    ObjectIDBytes(high: 0, low: 1), ObjectIDBytes(high: 0x0100_0000_0000_0000, low: 0),
    ObjectIDBytes(high: 0x507F_1F77_BCF8_6CD7, low: 0x9943_9011),
    ObjectIDBytes(high: 0x507F_1F77_BCF8_6CD7, low: 0x9943_9012),
  ].map(Value.objectId)
}
