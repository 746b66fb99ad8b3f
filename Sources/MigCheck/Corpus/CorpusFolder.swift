import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// A folder of case files: findings are saved there and tried first on the next run.
public struct CorpusFolder: Corpus {
  /// What saved cases say of what they run on.
  private enum Reference {
    /// They name the history's file, which has this path.
    case file(History, path: String)
    /// They hold the history.
    case whole(History)
    /// They name the subject.
    case name(any Subject)

    var subject: any Subject {
      switch self {
      case .file(let history, _), .whole(let history): history
      case .name(let subject): subject
      }
    }
  }

  private let reference: Reference
  private let folder: String
  /// A large subject takes long to describe.
  private let knownSubject = Locked(CaseSubject?.none)

  /// - Parameters:
  ///   - folder: made when the first finding is saved.
  ///   - history: what the cases are of.
  ///   - historyPath: the file that the history came from, which saved cases then name; `nil`:
  ///     saved cases hold the history themselves, or name it if a part of it is Swift code.
  public init(_ folder: String, history: History, historyPath: String? = nil) {
    self.folder = folder
    if let historyPath {
      reference = .file(history, path: historyPath)
    } else {
      reference = (try? HistoryFile.json(history)) == nil ? .name(history) : .whole(history)
    }
  }

  /// Cases name the subject; whoever replays them has to bring it, as a team's own command does.
  ///
  /// - Parameters:
  ///   - folder: made when the first finding is saved.
  ///   - subject: what the cases are of.
  public init(_ folder: String, subject: any Subject) {
    self.folder = folder
    reference = .name(subject)
  }

  /// The folder beside a history file that carries its name: `Corpus/contacts` for
  /// `Corpus/contacts.history.json`, and `Migrations.corpus` for the folder `Migrations/`, also where
  /// that is named from inside, as `.`.
  package static func folder(besideHistory path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if [".", ".."].contains(path.split(separator: "/").last) {
      path = URL(fileURLWithPath: path).standardizedFileURL.path
    }
    return path.hasSuffix(".history.json")
      ? String(path.dropLast(".history.json".count)) : path + ".corpus"
  }

  /// Finds out before a run whether findings can be kept.
  ///
  /// - Throws: `InputError` if there is a file in the way, or the folder cannot be written.
  package func requireWritable() throws {
    try InputFile.requireNoLink(
      folder, called: "the folder of the corpus", option: "--corpus")
    var path = URL(fileURLWithPath: folder).standardizedFileURL.path
    var isFolder: ObjCBool = false
    while !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), path != "/" {
      path = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    if isFolder.boolValue, FileManager.default.isWritableFile(atPath: path) { return }
    throw InputError(
      .io, file: folder,
      problem: isFolder.boolValue
        ? "findings cannot be saved here" : "a file is where the folder of the corpus should be",
      remedy: "name another folder with --corpus")
  }

  /// Where a call of an app's own upgrade is marked that may end the process.
  package var runningFolder: String { folder + ".running" }

  /// All cases, in byte order of their paths; those that do not fit the subject as it is now are
  /// marked as unfit. Files with one case a line are left to `migcheck replay`.
  ///
  /// - Throws: `InputError` for a file that is no case.
  package func cases() throws -> [CorpusCase] {
    try InputFile.requireNoLink(
      folder, called: "the folder of the corpus", option: "--corpus")
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else {
      throw InputError(
        .io, file: folder, problem: "a file is where the folder of the corpus should be",
        remedy: "name another folder with --corpus")
    }
    return try CaseFolder.files(under: folder).filter { !CaseFolder.holdsLines($0) }
      .map { CorpusCase(name: $0, start: try start(of: $0)) }
  }

  private func start(of path: String) throws -> CorpusCase.Start {
    let file: CaseFile
    do {
      file = try CaseFile.read(path: path, of: reference.subject)
    } catch {
      // A case that names its history's file or its subject is read with the schemas that it has
      // now.
      let parts = ["subject.", "start.", "path[", "expect.", "finding.otherPath["]
      guard error.kind == .badData, parts.contains(where: error.path.hasPrefix) else {
        throw error
      }
      return .unfit(reason: "\(error.path): \(error.problem); \(error.remedy)")
    }
    let versions = reference.subject.versions
    guard let version = versions.first(where: { $0.number == file.startVersion }) else {
      return .unfit(reason: "the history has no version \(file.startVersion)")
    }
    guard version.schema == file.startGraph.schema else {
      return .unfit(reason: "version \(file.startVersion) has another schema now")
    }
    return .graph(version: file.startVersion, file.startGraph)
  }

  /// Keeps a finding in a file that is named after it; the same finding again in the same file.
  ///
  /// - Throws: `InputError` if the file cannot be written.
  package func save(_ finding: Finding) throws -> String {
    let draft = try self.file(for: finding)
    var places = CasePlaces()
    let path = places.place(for: draft)
    try Self.write(draft.text, to: path)
    return path
  }

  static func write(_ text: String, to path: String) throws {
    do {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try WholeFile.write(text, to: path, collision: .replace)
    } catch {
      throw InputError(
        .io, file: path, problem: "the finding cannot be saved here",
        remedy: "name another folder with --corpus")
    }
  }

  /// The file that would keep a finding, and what stands in its place now.
  ///
  package func draft(_ finding: Finding) throws -> CaseDraft? { try file(for: finding) }

  private func file(for finding: Finding) throws -> CaseDraft {
    let file = CaseFile(
      name: CorpusFileName.title(of: finding), subject: try caseSubject,
      startVersion: finding.counterexample.version, startGraph: finding.counterexample.graph,
      path: finding.path, finding: CaseFile.Finding(finding))
    var draft = CaseDraft(
      base: "\(folder)/\(CorpusFileName.name(for: finding))", suffix: ".case.json",
      content: file.finding.map { Self.withoutPath($0.json) } ?? "", taken: [],
      text: try file.json().prettyText + "\n", history: file.subject.historyPath)
    for number in takenNumbers(name: CorpusFileName.name(for: finding), suffix: draft.suffix) {
      draft.taken.append(
        CaseDraft.Taken(number: number, content: Self.finding(in: draft.path(number))))
    }
    return draft
  }

  private var caseSubject: CaseSubject {
    get throws {
      try knownSubject.withLock { known in
        if let known { return known }
        let made: CaseSubject =
          switch reference {
          case .file(let history, let path):
            .history(history, path: Self.relative(path, to: folder))
          case .whole(let history): .history(history)
          case .name(let subject): .code(subject, definition: try SubjectDigest.digest(of: subject))
          }
        known = made
        return made
      }
    }
  }

  /// The numbers of the files that bear a name, in increasing order.
  private func takenNumbers(name: String, suffix: String) -> [Int] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.compactMap { file -> Int? in
      guard file.hasPrefix(name), file.hasSuffix(suffix),
        file.utf8.count >= name.utf8.count + suffix.utf8.count
      else { return nil }
      let middle = file.dropFirst(name.count).dropLast(suffix.count)
      return middle.isEmpty ? 1 : middle.hasPrefix("-") ? Int(middle.dropFirst()) : nil
    }.filter { $0 >= 1 }.sorted()
  }

  /// What a file says about its finding, whatever its history, graph and exact path are; `nil` for
  /// a file without one.
  static func finding(in path: String) -> String? {
    guard let bytes = try? FileReader.read(path: path),
      let json = try? JSON.parse(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return json["finding"].map(withoutPath)
  }

  private static func withoutPath(_ json: JSON) -> String {
    guard case .object(let members) = json else { return "" }
    return JSON.object(members.filter { $0.key != "otherPath" }).compactText
  }

  /// The way from a folder to a file.
  static func relative(_ path: String, to folder: String) -> String {
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    }
    let (target, base) = (parts(path), parts(folder))
    let common = zip(target, base).prefix { $0 == $1 }.count
    return
      (Array(repeating: "..", count: base.count - common) + target[common...])
      .joined(separator: "/")
  }
}

extension VerificationOptions {
  /// Earlier findings to replay first, and the folder where new ones go; `nil`: none are replayed,
  /// and none are saved.
  public var corpus: CorpusFolder? {
    get { savedFindings as? CorpusFolder }
    set { savedFindings = newValue }
  }
}
