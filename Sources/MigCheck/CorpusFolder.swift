import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckRules
import MigCheckVerifier

/// A folder of case files: findings are saved there and tried first on the next run.
public struct CorpusFolder: Corpus {
  private let history: History
  private let historyPath: String?
  private let folder: String

  /// - Parameters:
  ///   - folder: made when the first finding is saved.
  ///   - historyPath: the file that the history came from, which saved cases then name; `nil`:
  ///     saved cases hold the history themselves.
  public init(_ folder: String, history: History, historyPath: String? = nil) {
    self.folder = folder
    self.history = history
    self.historyPath = historyPath
  }

  /// The folder beside a history file that carries its name: `Corpus/contacts` for
  /// `Corpus/contacts.history.json`.
  public static func folder(besideHistory path: String) -> String {
    path.hasSuffix(".history.json")
      ? String(path.dropLast(".history.json".count)) : path + ".corpus"
  }

  /// The cases whose start graph fits the history as it is now; in byte order of their paths.
  public func cases() throws -> [CorpusCase] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try CaseFolder.files(under: folder).filter { !CaseFolder.holdsLines($0) }
      .compactMap { path in
        let file = try CaseFile.read(path: path)
        guard let stage = history.stage(file.startVersion),
          stage.schema == file.startGraph.schema
        else { return nil }
        return CorpusCase(name: path, version: file.startVersion, graph: file.startGraph)
      }
  }

  public func save(_ finding: Finding) throws -> String {
    let parts =
      [finding.check.rawValue, finding.type, finding.property].compactMap { $0 }
      + [String(finding.hop.from), String(finding.hop.to)]
    let path = folder + "/" + Self.fileName(parts.joined(separator: "-")) + ".case.json"
    let file = CaseFile(
      name: parts.joined(separator: " "), history: history,
      historyPath: historyPath.map { Self.relative($0, to: folder) },
      startVersion: finding.counterexample.version, startGraph: finding.counterexample.graph,
      path: finding.path,
      finding: CaseFile.Finding(
        check: finding.check.rawValue, code: finding.code.flatMap(UpgradeError.Code.init),
        type: finding.type, property: finding.property, otherPath: finding.otherPath))
    let text = try file.json().prettyText + "\n"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw InputError(
        .io, file: path, problem: "the finding cannot be saved here",
        remedy: "name another folder with --corpus")
    }
    return path
  }

  /// Lower case, with hyphens for all that is no letter or digit of ASCII.
  private static func fileName(_ text: String) -> String {
    var name = [UInt8]()
    for byte in text.lowercased().utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      if isPlain {
        name.append(byte)
      } else if name.last != 0x2D {
        name.append(0x2D)
      }
    }
    return String(decoding: name.prefix(120), as: UTF8.self)
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
