import Foundation
import MigCheckModel
import MigCheckText

/// Makes an input smaller as long as it shows the same problem, by leaving out one thing at a time.
package struct FuzzMinimizer {
  let options: FuzzOptions
  let program: String
  /// How many inputs are tried at most.
  var budget = 200

  package init(_ options: FuzzOptions, program: String) {
    self.options = options
    self.program = program
  }

  /// The problems that an input shows in a process of its own.
  package func problems(with input: FuzzInput) -> [FuzzProblem] {
    let folder = NSTemporaryDirectory() + "/migcheck-fuzz-try-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var problems = [FuzzProblem]()
    do {
      try input.save(to: folder)
      let process = try FuzzProcess(program: program, ["attempt", folder])
      defer { process.remove() }
      while true {
        switch process.next(within: options.seconds) {
        case .message(.problem(_, let problem)): problems.append(problem)
        case .message: break
        case .finished, .stopped: return problems
        case .died(let how): return problems + [FuzzProblem("died: \(how)")]
        case .silent: return problems + [FuzzProblem("no end after \(Int(options.seconds)) s")]
        }
      }
    } catch {
      return []
    }
  }

  /// - Parameter kind: of the problem that must stay.
  package func smallest(_ input: FuzzInput, showing kind: String) -> FuzzInput {
    var best = input
    var left = budget
    func isAccepted(_ candidate: FuzzInput) -> Bool {
      guard left > 0 else { return false }
      left -= 1
      guard problems(with: candidate).contains(where: { $0.kind == kind }) else { return false }
      best = candidate
      return true
    }
    for index in best.files.indices.reversed() {
      var candidate = best
      candidate.files.remove(at: index)
      _ = isAccepted(candidate)
    }
    for index in best.files.indices {
      if let json = try? JSON.parse(String(decoding: best.files[index].bytes, as: UTF8.self)) {
        minimize(json) { json in
          var candidate = best
          candidate.files[index].bytes = Array(json.prettyText.utf8)
          return isAccepted(candidate)
        }
      }
    }
    return best
  }

  /// Leaves out members and elements, the first and largest ones first.
  private func minimize(_ json: JSON, isAccepted: (JSON) -> Bool) {
    var json = json
    var number = 0
    while number < json.nodeCount {
      var child = 0
      var hasMore = true
      while hasMore {
        hasMore = false
        let smaller = json.changing(node: number) { value, _ in
          switch value {
          case .array(var elements) where child < elements.count:
            hasMore = true
            elements.remove(at: child)
            return .array(elements)
          case .object(var members) where child < members.count:
            hasMore = true
            members.remove(at: child)
            return .object(members)
          default: return value
          }
        }
        guard hasMore else { break }
        if isAccepted(smaller) { json = smaller } else { child += 1 }
      }
      number += 1
    }
  }
}
