import MigCheckModel
import MigCheckStoreFiles
import Testing

/// The strict check notices what the engine would trip over.
@Suite struct RealmVerifierFaultTests {
  /// Places in the example file, and what is written there.
  static let faults: [(place: Int, byte: UInt8, problem: String)] = [
    (0x188, 0x00, "1 links and 0 back links"),
    (0x188, 0x01, "1 links and 1 back links"),
    (0x178, 0x00, "0 links and 1 back links"),
    (0xc4, 0x05, "pieces at 192"),
    (0xc8, 0xFD, "in the wrong place"),
    (0xd4, 0x45, "has no mark"),
    (0xda, 0x01, "does not hold all objects once"),
    (0x1b0, 0x00, "the primary key of class_Dog has no index"),
    (0x19c - 4, 0x07, "values for"),
    (0x16b, 0x01, "a short text at 352 does not end with zeros"),
    (0x2d0, 0xe0, "is not a tagged number"),
    (0x258, 0x00, "the primary key of class_Dog is not a tagged number"),
    (0x1d0 - 8, 0x00, "has no column of back links"),
  ]

  @Test("each planted fault is noticed", arguments: faults)
  func eachPlantedFaultIsNoticed(place: Int, byte: UInt8, problem: String) throws {
    var bytes = try RealmFile.bytes(RealmExampleFileTests.content)
    try #require(bytes[place] != byte)
    bytes[place] = byte
    let problems = RealmVerifier.problems(in: bytes)
    #expect(problems.contains { $0.contains(problem) }, "\(problems)")
  }
}
