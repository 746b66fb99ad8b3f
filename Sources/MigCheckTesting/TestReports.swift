import Foundation
import MigCheckReports
import MigCheckVerifier

/// Where the reports of tests go: `MIGCHECK_REPORT=html=build/,junit=report.xml`. A folder, which ends
/// with a slash, takes a file for each history.
struct TestReports {
  static let variable = "MIGCHECK_REPORT"

  private let targets: [ReportTarget]

  /// - Throws: `VerificationError` for a variable that cannot be read.
  init(_ environment: [String: String]) throws {
    targets = try (environment[Self.variable] ?? "").split(separator: ",").map { text in
      do throws(ReportTargetError) {
        return try ReportTarget(String(text))
      } catch {
        throw VerificationError(
          .invalidOption, "The environment variable \(Self.variable) \(error).")
      }
    }
  }

  /// - Throws: an error of the file system.
  func write(_ report: Report) throws {
    for target in targets {
      var path = target.path
      if path.hasSuffix("/") {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        path += Self.name(of: report, in: target.format)
      }
      try Data(report.formatted(target.format).utf8)
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    }
  }

  /// A file's name: that of the history, with what no name of a file should hold left out.
  static func name(of report: Report, in format: ReportFormat) -> String {
    let name = report.history.map { character in
      character.isLetter || character.isNumber || "-_ ".contains(character) ? character : "-"
    }
    return "\(name.isEmpty ? "migcheck" : String(name.prefix(80))).\(format.fileExtension)"
  }
}
