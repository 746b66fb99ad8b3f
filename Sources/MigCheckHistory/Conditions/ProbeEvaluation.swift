import MigCheckModel
import MigCheckStores
import MigCheckText

/// The probes of one place, evaluated for one object after the other.
///
/// They go into one statement as long as that can be evaluated: two bits of its result for each.
final class ProbeEvaluation {
  private let watch: any ConditionWatch
  private let probes: [ConditionProbe]
  // Keeps the evaluator borrowed where it is nobody else's.
  private let shared: SharedEvaluator?
  private let evaluator: ExpressionEvaluator
  private let scope: ExpressionEvaluator.Scope
  private var groups: [Group] = []
  /// Parallel to the probes: bit 0 for 1, bit 1 for 2.
  private var seen: [Int]

  private struct Group {
    /// Positions of its probes.
    var members: Range<Int>
    var compiled: ExpressionEvaluator.Compiled
    /// How many objects it took too long for.
    var overruns = 0
  }

  private static let groupSize = 24
  private static let mostOverruns = 2

  /// - Parameter watch: is told what comes out.
  /// - Returns: `nil` if there is nothing to find out.
  init?(
    of probes: [ConditionProbe], _ watch: any ConditionWatch, scope: ExpressionEvaluator.Scope,
    evaluator known: ExpressionEvaluator? = nil
  ) {
    let shared = known == nil ? SharedEvaluator() : nil
    guard !probes.isEmpty, let evaluator = known ?? (try? shared?.get()) else { return nil }
    self.probes = probes
    self.watch = watch
    self.shared = shared
    self.evaluator = evaluator
    self.scope = scope
    seen = Array(repeating: 0, count: probes.count)
    for start in stride(from: 0, to: probes.count, by: Self.groupSize) {
      addGroup(start..<min(start + Self.groupSize, probes.count))
    }
  }

  /// A group that cannot be compiled falls apart into its probes.
  private func addGroup(_ members: Range<Int>) {
    if let compiled = compile(members) {
      groups.append(Group(members: members, compiled: compiled))
    } else if members.count > 1 {
      for member in members { addGroup(member..<member + 1) }
    }
  }

  private func compile(_ members: Range<Int>) -> ExpressionEvaluator.Compiled? {
    let text = members.enumerated().map { "((\(probes[$1].text)) << \(2 * $0))" }
      .joined(separator: " | ")
    return try? evaluator.compile(SQLExpression(text), in: scope, type: "")
  }

  var isDone: Bool { seen.allSatisfy { $0 == 3 } }

  /// - Parameters:
  ///   - ordinal: the place of the object among those that are visited.
  ///   - read: gives a value of the object, and the property that holds it.
  func evaluate(
    ordinal: Int,
    _ read: (ExpressionEvaluator.Compiled.Source) throws -> (value: Value, property: Property)
  ) {
    var place = 0
    while place < groups.count {
      let group = groups[place]
      let overruns = group.compiled.overrunCount
      do {
        if case .int(let bits) = try group.compiled.value(ordinal: ordinal, isBrief: true, read) {
          note(bits, of: group.members)
        }
        place += 1
      } catch {
        if group.members.count > 1 {
          // One probe that fails must not hide the others.
          groups.replaceSubrange(
            place...place,
            with: group.members.compactMap { member in
              compile(member..<member + 1).map {
                Group(members: member..<member + 1, compiled: $0)
              }
            })
        } else if group.compiled.overrunCount > overruns, group.overruns + 1 == Self.mostOverruns {
          // A query without an end takes too long to be tried with every object.
          groups.remove(at: place)
        } else {
          groups[place].overruns += group.compiled.overrunCount > overruns ? 1 : 0
          place += 1
        }
      }
    }
  }

  private func note(_ bits: Int64, of members: Range<Int>) {
    for (place, member) in members.enumerated() { seen[member] |= Int(bits >> (2 * place)) & 3 }
  }

  func tell() {
    let results = zip(probes, seen).filter { $0.1 != 0 }.map { probe, bits in
      (probe: probe.id, one: bits & 1 != 0, two: bits & 2 != 0)
    }
    if !results.isEmpty { watch.saw(results) }
  }
}
