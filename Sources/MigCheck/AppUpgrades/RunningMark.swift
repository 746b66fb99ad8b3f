import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import MigCheckVerifier

/// A case that shows which call of the app's code is under way.
///
/// Code that traps ends the process of a test, and the report with it. So the start graph is saved before
/// each call and removed after it; what the next run finds is the upgrade in which the process ended.
package struct RunningMark: Sendable {
  /// Made when the first call is marked.
  private let folder: String
  private let name: String
  /// Of its own, since tests run side by side: it holds the number of the process.
  private let file: String

  private static let count = Locked(0)

  /// - Parameter folder: `nil`: one in the folder for temporary files.
  init(of name: String, in folder: String?) {
    self.name = name
    self.folder = folder ?? Self.defaultFolder(of: name)
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    file = "running-\(ProcessInfo.processInfo.processIdentifier)-\(number).case.json"
  }

  /// The same for every run of a subject on this machine.
  private static func defaultFolder(of name: String) -> String {
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    return NSTemporaryDirectory() + "/migcheck-running/" + String(plain)
  }

  private var path: String { "\(folder)/\(file)" }

  /// Marks of processes that have ended, in the order of their names.
  private var left: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { name in
      let parts = name.split(separator: "-")
      guard parts.count == 3, parts[0] == "running", let process = Int32(parts[1]) else {
        return false
      }
      return kill(process, 0) != 0 && errno == ESRCH
    }.sorted().map { "\(folder)/\($0)" }
  }

  /// Saves a start graph. A mark that cannot be saved hinders no run.
  func set(_ subject: CaseSubject, _ graph: ObjectGraph, from: UInt64, to: UInt64) {
    let file = CaseFile(
      name: "running: \(name) \(from) → \(to)", subject: subject, startVersion: from,
      startGraph: graph, path: from == to ? [from] : [from, to],
      finding: CaseFile.Finding(
        check: Check.upgradeSucceeds.rawValue, code: UpgradeError.Code.trap.rawValue))
    guard let text = try? file.json().prettyText else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }

  func clear() { try? FileManager.default.removeItem(atPath: path) }

  /// What a run before this one left, in a sentence or two; its case stays under another name.
  func take() -> String? {
    let all = left
    guard let path = all.last else { return nil }
    for other in all.dropLast() { try? FileManager.default.removeItem(atPath: other) }
    let json = (try? FileReader.read(path: path, remedy: "remove it")).flatMap {
      try? JSON.parse(String(decoding: $0, as: UTF8.self))
    }
    let kept = "\(folder)/ended-process.case.json"
    try? FileManager.default.removeItem(atPath: kept)
    try? FileManager.default.moveItem(atPath: path, toPath: kept)
    var title = name
    if case .string(let text)? = json?["name"] {
      title = text.hasPrefix("running: ") ? String(text.dropFirst("running: ".count)) : text
    }
    return
      "The process of the run before this one ended while the app upgraded a store (\(title)): the "
      + "app's code trapped, or the process was killed. The start graph is in \(kept)."
  }
}

extension MarkedCalls {
  /// Marks each call of code that may end the process.
  ///
  /// - Parameter folder: where; `nil`: in the folder for temporary files.
  package func markingCalls(in folder: String? = nil) -> Self {
    guard isInProcess else { return self }
    var result = self
    let plain = self
    let mark = RunningMark(of: name, in: folder)
    // A large subject takes long to describe.
    let known = Locked(CaseSubject?.none)
    result.willRun = { graph, version in
      let subject = known.withLock { known -> CaseSubject in
        if let known { return known }
        let made = CaseSubject.code(
          plain, definition: (try? SubjectDigest.digest(of: plain)) ?? "")
        known = made
        return made
      }
      mark.set(subject, graph, from: version, to: plain.end)
      return { mark.clear() }
    }
    return result
  }

  /// What a run before this one left, which ended in the middle of a call; `nil`: nothing.
  package func unfinishedRun(in folder: String? = nil) -> String? {
    isInProcess ? RunningMark(of: name, in: folder).take() : nil
  }
}
