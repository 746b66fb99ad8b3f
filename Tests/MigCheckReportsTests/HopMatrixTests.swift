import MigCheckModel
import Testing

@testable import MigCheckReports
@testable import MigCheckVerifier

@Suite struct HopMatrixTests {
  /// A history of 39 versions in which one upgrade fails, and all that pass it.
  private static func document(failing hop: Hop, skipping: Bool = false) -> ReportDocument {
    let numbers = Array(UInt64(1)...39)
    var finding = SampleReports.refused
    finding.failure.site.hop = hop
    finding.failure.site.path = [hop.from, hop.to]
    let hops = numbers.flatMap { from in
      numbers.filter { $0 > from }.map { Hop(from: from, to: $0) }
    }
    finding.alsoAt = hops.filter { $0 != hop && $0.contains(hop) }
    var report = SampleReports.report([finding])
    (report.scope.from, report.scope.to) = (1, 39)
    report.map = RunMap(
      versions: numbers.map { .init(number: $0, name: nil, references: []) },
      hops: skipping ? hops.filter { $0.to == $0.from + 1 } : hops, runsEachVersion: false,
      origin: nil)
    return ReportDocument(report)
  }

  @Test("versions whose upgrades all have the same outcome share a line")
  func alikeVersionsAreJoined() throws {
    let matrix = HopMatrix(Self.document(failing: Hop(from: 8, to: 9)))
    #expect(matrix.groups.map(matrix.name) == ["1–7", "8", "9", "10–39"])
    let groups = matrix.groups
    #expect(matrix.cell(groups[1], groups[2])?.state == .begins)
    #expect(matrix.cell(groups[0], groups[3])?.state == .longer)
    #expect(matrix.cell(groups[0], groups[0])?.state == .passed)
    #expect(matrix.cell(groups[3], groups[3])?.state == .passed)
    #expect(matrix.cell(groups[1], groups[1]) == nil)
  }

  @Test("a joined cell says what each of its upgrades came to")
  func joinedCellsAreExact() throws {
    for hop in [Hop(from: 1, to: 2), Hop(from: 3, to: 20), Hop(from: 38, to: 39)] {
      let matrix = HopMatrix(Self.document(failing: hop))
      for from in matrix.groups {
        for to in matrix.groups {
          guard from.first <= to.first, let cell = matrix.cell(from, to) else { continue }
          for start in from.first...from.last {
            for end in to.first...to.last where start < end {
              #expect(matrix.cell(start, end).state == cell.state)
              #expect(matrix.cell(start, end).findings == cell.findings)
            }
          }
        }
      }
    }
  }

  @Test("what did not run is another cell than what found nothing")
  func notRunIsSaid() throws {
    let matrix = HopMatrix(Self.document(failing: Hop(from: 8, to: 9), skipping: true))
    #expect(matrix.cell(0, 1).state == .passed)
    #expect(matrix.cell(0, 2).state == .notRun)
  }
}
