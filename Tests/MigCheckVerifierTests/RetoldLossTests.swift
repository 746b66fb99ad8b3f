import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct RetoldLossTests {
  private func finding(_ violation: any CheckViolation, _ path: [UInt64], _ other: [UInt64]? = nil)
    -> Finding
  {
    let hop = Hop(
      from: path[path.count - (other == nil ? 2 : path.count)], to: path[path.count - 1])
    return Finding(
      Failure(
        violation, at: FailureSite(hop: hop, path: path, otherPath: other, store: .memory)),
      trial: 1,
      counterexample: Counterexample(
        version: path[0], graph: ObjectGraph(schema: Schema([])), originalObjects: 0))
  }

  private func kept(_ findings: [Finding]) -> [Int] {
    FindingSelection.withoutRetoldLosses(findings)
  }

  private var loss: Finding { finding(DataPreserved.Violation.valueChanged("T", "p"), [1, 3]) }
  private var difference: Finding {
    finding(PathsAgree.Violation.valueDiffers("T", "p"), [1, 3], [1, 2, 3])
  }

  @Test("A loss on one path explains the same property, whichever path it is")
  func aLossOnOnePathExplainsTheSameProperty() {
    #expect(kept([loss, difference]) == [0])
    let second = finding(DataPreserved.Violation.valueChanged("T", "p"), [1, 2])
    #expect(kept([difference, second]) == [1])
  }

  @Test("It explains no other property, type or path") func itExplainsNothingElse() {
    let others = [
      finding(PathsAgree.Violation.valueDiffers("T", "q"), [1, 3], [1, 2, 3]),
      finding(PathsAgree.Violation.valueDiffers("U", "p"), [1, 3], [1, 2, 3]),
      finding(PathsAgree.Violation.valueDiffers("T", "p"), [1, 4], [1, 2, 4]),
      finding(
        PathsAgree.Violation.differ(EndDifference(.objectMissing, type: "T")), [1, 3], [1, 2, 3]),
    ]
    for other in others { #expect(kept([loss, other]) == [0, 1], "\(other.message)") }
  }

  @Test("What both paths lose explains no difference") func whatBothPathsLose() {
    let second = finding(DataPreserved.Violation.valueChanged("T", "p"), [1, 2])
    #expect(kept([loss, second, difference]) == [0, 1, 2])
    var longer = finding(DataPreserved.Violation.valueChanged("T", "p"), [1, 2])
    longer.alsoAt = [Hop(from: 1, to: 3)]
    #expect(kept([longer, difference]) == [0, 1])
  }

  @Test("A warning explains no error, and what comes and goes explains nothing")
  func aWarningExplainsNoError() {
    var (weak, flaky, warning) = (loss, loss, difference)
    weak.severity = .warning
    #expect(kept([weak, difference]) == [0, 1])
    warning.severity = .warning
    #expect(kept([weak, warning]) == [0])
    flaky.isFlaky = true
    #expect(kept([flaky, difference]) == [0, 1])
  }

  @Test("What is new under another name is explained by the value that was lost")
  func whatIsNewUnderAnotherName() {
    func paths(_ value: Value, kept text: String, named name: Name) -> Finding {
      var finding = finding(
        PathsAgree.Violation.differ(
          EndDifference(
            .valueDiffers, type: "T", property: name, object: 0, first: "\"\"", second: text)),
        [1, 3], [1, 2, 3])
      let type = ObjectType("T", [Property("p", .string), Property("old", .string)])
      var graph = ObjectGraph(schema: Schema([type]))
      graph.append([value, .string("")], type: 0)
      finding.counterexample.graph = graph
      return finding
    }
    #expect(kept([loss, paths(.string("a"), kept: "\"a\"", named: "r")]) == [0])
    #expect(kept([loss, paths(.string("a"), kept: "\"b\"", named: "r")]) == [0, 1])
    #expect(kept([loss, paths(.string("a"), kept: "\"a\"", named: "old")]) == [0, 1])
    #expect(kept([loss, paths(.string(""), kept: "\"\"", named: "r")]) == [0, 1])
  }
}
