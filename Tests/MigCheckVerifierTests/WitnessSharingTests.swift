import MigCheckGeneration
import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct WitnessSharingTests {
  /// A history in which a key changes from the fifth version to the sixth.
  private static let versions = (1...6).map { number in
    SubjectVersion(
      number: UInt64(number),
      schema: Schema([
        ObjectType(
          "T", primaryKey: number < 6 ? "a" : "b",
          [Property("a", .string), Property("b", .string), Property("c\(number)", .int)])
      ]))
  }
  private static let hazards = versions.indices.dropLast().map { start in
    Hazard.hazards(from: versions[start], to: Array(versions[(start + 1)...]))
  }
  private static let pools = hazards.enumerated().map { start, hazards in
    WitnessPool(hazards: hazards, schema: versions[start].schema)
  }
  private let sharing = WitnessSharing(hazards)

  private func taken(from start: Int) -> [Int] {
    sharing.taken(
      from: start, of: Self.pools[start].witnesses, hazards: Self.hazards[start])
  }

  /// The positions of the witnesses of the changed key.
  private func ofKey(from start: Int) throws -> [Int] {
    let hazard = try #require(
      Self.hazards[start].firstIndex { $0.description.contains("primary key") })
    let witnesses = Self.pools[start].witnesses
    return witnesses.indices.filter { witnesses[$0].hazards.contains(hazard) }
  }

  @Test("the oldest and the newest start take all witnesses of a hazard", arguments: [0, 4])
  func ends(start: Int) throws {
    let all = try ofKey(from: start)
    #expect(all.count > 24)
    #expect(Set(taken(from: start)).isSuperset(of: all))
  }

  @Test("the starts between take the plainest, and three neighbours together all")
  func between() throws {
    let all = try ofKey(from: 2)
    var together = Set<Int>()
    for start in 1...3 {
      #expect(try ofKey(from: start).count == all.count)
      let places = try ofKey(from: start)
      let own = Set(taken(from: start))
      let turns = places.indices.filter { own.contains(places[$0]) }
      #expect(turns.starts(with: 0..<8))
      #expect(turns.count < all.count * 2 / 3, "\(turns.count) of \(all.count)")
      together.formUnion(turns)
    }
    #expect(together.count == all.count)
  }

  @Test("each hazard has a witness from each start that it shows from") func everyHazard() {
    for start in Self.pools.indices {
      let own = taken(from: start).flatMap { Self.pools[start].witnesses[$0].hazards }
      #expect(Set(own) == Set(Self.hazards[start].indices))
      let whole = Self.pools[start].everything
      #expect(whole.map(taken(from: start).contains) ?? true)
    }
  }
}
