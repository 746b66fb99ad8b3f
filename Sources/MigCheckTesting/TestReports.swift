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

  /// Writes all of them, also after one that cannot be written.
  ///
  /// - Throws: `VerificationError` that names the files which were not written.
  func write(_ report: Report) throws {
    let unwritten = targets.filter { target in
      var path = target.path
      if path.hasSuffix("/") {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        path += Self.name(of: report, in: target.format)
      }
      let bytes = Data(report.formatted(target.format).utf8)
      do {
        try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
        return false
      } catch {
        return true
      }
    }
    guard !unwritten.isEmpty else { return }
    let names = unwritten.map(\.path).joined(separator: ", ")
    throw VerificationError(
      .invalidOption,
      "The environment variable \(Self.variable) names \(names), which cannot be written; check that "
        + "the folder exists and may be written to.")
  }

  /// A file's name: that of the history, with what no name of a file should hold left out.
  static func name(of report: Report, in format: ReportFormat) -> String {
    let name = report.history.map { character in
      character.isLetter || character.isNumber || "-_ ".contains(character) ? character : "-"
    }
    return "\(name.isEmpty ? "migcheck" : String(name.prefix(80))).\(format.fileExtension)"
  }
}
