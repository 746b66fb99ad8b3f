import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheck

/// Reports of shards in which one number was changed are refused with its place, or merged.
@Suite struct EditedShardReportTests {
  private static let numbers = [
    "-1", "0", "1", "2147483648", "9007199254740993", "4611686018427387904",
    "9223372036854775807", "-9223372036854775808", "18446744073709551615", "0.5", "1e308",
  ]

  /// The reports of both shards of one run.
  private static let reports = Result<[JSON], any Error> {
    let history = try ShardMergeTests.buggy()
    return try [1, 2].map { index in
      var options = VerificationOptions(trials: 10, jobs: 1)
      options.shrinkBudget = 40
      options.shard = Shard(index: index, count: 2)
      return try JSON.parse(JSONReport.text(Verifier(history, options: options).run()))
    }
  }

  private func merge(_ reports: [JSON]) throws -> String {
    let merge = try ReportMerge(
      named: reports.enumerated().map { ("\($0).json", try ShardReport(report: $1)) })
    return TextReport().text(merge.report) + JSONReport.text(merge.report)
  }

  @Test("a changed number is refused with its place, or does no harm", .enabled(if: Sweep.isFull))
  func aChangedNumberIsRefused() throws {
    let reports = try Self.reports.get()
    let other = try ShardReport(report: reports[1])
    #expect(try merge(reports).contains("findings"))
    var (refused, merged) = (0, 0)
    let count = reports[0]["shard"]?.numberCount ?? 0
    let tries = Sweep.isFull ? 150 : 40
    #expect(count > 300)
    // Each test run looks at some places of the whole report, each with one number.
    for (turn, place) in stride(from: 0, to: count, by: max(1, count / tries)).enumerated() {
      let number = Self.numbers[turn % Self.numbers.count]
      let edited = reports[0].replacing(number: place, of: "shard", by: .number(number))
      do {
        let report = try ShardReport(report: edited)
        let merge = try ReportMerge(named: [("1.json", report), ("2.json", other)])
        #expect(!(TextReport().text(merge.report) + JSONReport.text(merge.report)).isEmpty)
        merged += 1
      } catch let error as ShardReportError {
        #expect(error.path.hasPrefix("shard."))
        refused += 1
      } catch is ReportMergeError {
        refused += 1
      }
    }
    #expect(refused > tries / 4 && merged > 0, "\(refused) refused, \(merged) merged of \(count)")
  }

  @Test(
    "what does not fit together is named", .enabled(if: Sweep.isFull),
    arguments: Sweep.part(
      [
        (["part", "coverage", "types", "0", "random", "met"], "100", "a number from 0 to"),
        (["part", "effort", "trials", "run"], "-1", "a number from 0 to 5"),
        (["part", "effort", "trials", "planned"], "5000000", "does not have 5000000 of them"),
        (["part", "coverage", "paths", "0", "completed"], "99", "no more than"),
        (["part", "invalidStarts", "0", "invalid"], "2", "an example if and only if"),
        (["part", "scope", "from"], "9", "version 9 is not below version"),
        (["index"], "3", "there is no shard 3/2"),
        (["count"], "0", "there is at least 1 shard"),
        (["part", "buckets", "0", "finding", "hop", "1"], "0", "there is no upgrade"),
        (["part", "buckets", "0", "finding", "path", "0"], "77", "a path begins at version"),
      ], oneOf: 4))
  func whatDoesNotFitTogetherIsNamed(place: [String], number: String, problem: String) throws {
    let report = try Self.reports.get()[0]
    let edited = report.replacing(at: ["shard"] + place, by: .number(number))
    let error = #expect(throws: ShardReportError.self) { try ShardReport(report: edited) }
    #expect(error?.problem.contains(problem) ?? false, "\(error?.problem ?? "")")
    #expect(error?.path.hasPrefix("shard.") ?? false)
  }

  @Test("two types or properties of one name are named")
  func twoOfOneNameAreNamed() throws {
    let report = try Self.reports.get()[0]
    let types = ["shard", "schemas", "0", "types"]
    for place in [types, types + ["0", "properties"]] {
      let elements = try #require(report.array(at: place))
      let twice = report.replacing(at: place, by: .array(elements + elements.prefix(1)))
      let error = #expect(throws: ShardReportError.self) { try ShardReport(report: twice) }
      #expect(error?.path == "shard.schemas[0]")
      #expect(error?.problem.contains("have the name") ?? false, "\(error?.problem ?? "")")
    }
  }

  @Test("a text of any length is not shown as a whole", arguments: ["accepted", "history"])
  func aTextOfAnyLengthIsNotShownAsAWhole(property: String) throws {
    var reports = try Self.reports.get()
    let text = JSON.string(String(repeating: "w", count: 5000))
    reports[1] = reports[1].replacing(at: ["shard", "part", "scope", property], by: text)
    let error = #expect(throws: (any Error).self) { try merge(reports) }
    #expect("\(try #require(error))".contains("(5000 characters)"))
    #expect("\(try #require(error))".utf8.count < 600)
  }

  @Test("a count of shards that no machine has leaves out all but one")
  func aHugeCountOfShardsIsNoTrouble() throws {
    let reports = try Self.reports.get().map {
      $0.replacing(at: ["shard", "count"], by: .number("9223372036854775807"))
        .replacing(at: ["shard", "part", "effort", "trials", "planned"], by: .number("1"))
        .replacing(at: ["shard", "part", "effort", "trials", "run"], by: .number("0"))
    }
    #expect(throws: (any Error).self) { try merge(reports) }
  }
}

extension JSON {
  fileprivate var numberCount: Int {
    switch self {
    case .number: 1
    case .array(let elements): elements.reduce(0) { $0 + $1.numberCount }
    case .object(let members): members.reduce(0) { $0 + $1.value.numberCount }
    default: 0
    }
  }

  /// - Parameter number: how many numbers of the member stand before it.
  fileprivate func replacing(number: Int, of key: String, by value: JSON) -> JSON {
    guard case .object(var members) = self else { return self }
    for index in members.indices where members[index].key == key {
      var left = number
      members[index].value = members[index].value.replacingNumber(&left, by: value)
    }
    return .object(members)
  }

  private func replacingNumber(_ left: inout Int, by value: JSON) -> JSON {
    switch self {
    case .number:
      left -= 1
      return left == -1 ? value : self
    case .array(let elements): return .array(elements.map { $0.replacingNumber(&left, by: value) })
    case .object(let members):
      return .object(
        members.map { JSON.Member($0.key, $0.value.replacingNumber(&left, by: value)) })
    default: return self
    }
  }

  fileprivate func array(at path: [String]) -> [JSON]? {
    guard let first = path.first else {
      if case .array(let elements) = self { return elements } else { return nil }
    }
    if case .array(let elements) = self, let index = Int(first), elements.indices.contains(index) {
      return elements[index].array(at: Array(path.dropFirst()))
    }
    return self[first]?.array(at: Array(path.dropFirst()))
  }

  fileprivate func replacing(at path: [String], by value: JSON) -> JSON {
    guard let first = path.first else { return value }
    let rest = Array(path.dropFirst())
    switch self {
    case .array(var elements):
      guard let index = Int(first), elements.indices.contains(index) else { return self }
      elements[index] = elements[index].replacing(at: rest, by: value)
      return .array(elements)
    case .object(let members):
      return .object(
        members.map {
          JSON.Member($0.key, $0.key == first ? $0.value.replacing(at: rest, by: value) : $0.value)
        })
    default: return self
    }
  }
}
