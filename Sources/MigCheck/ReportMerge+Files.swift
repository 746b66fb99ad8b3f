import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier

extension ReportMerge {
  /// Joins the reports of all shards, as `--format json` writes them.
  ///
  /// - Parameter paths: the files, in any order.
  /// - Throws: `InputError` for a file that holds no report of a shard, `ReportMergeError` if a
  ///   shard is missing, is there twice, or is of another run.
  package init(contentsOf paths: [String]) throws {
    var reports = [(name: String, report: ShardReport)]()
    for path in paths {
      let json = try FileReader.json(path: path)
      do throws(ShardReportError) {
        reports.append((path, try ShardReport(report: json)))
      } catch {
        throw InputError(
          file: path, path: error.path, problem: error.problem,
          remedy: "name reports that check --shard … --format json of this version has written")
      }
    }
    try self.init(named: reports)
  }

  /// Writes the case files of the findings, as the whole run would have done.
  ///
  /// - Returns: why some were not written: the history that they name is not here, another finding
  ///   stands in their place by now, or the file cannot be written.
  package func saveCases() -> [InputError] {
    cases.compactMap { item in
      do {
        try save(item)
        return nil
      } catch let error as InputError {
        return error
      } catch {
        return InputError(.io, file: item.path, problem: "\(error)")
      }
    }
  }

  private func save(_ item: Case) throws {
    // The place and the text come from a file that anybody may have written.
    guard item.path.hasSuffix(".case.json"), (try? JSON.parse(item.text))?["finding"] != nil else {
      throw InputError(
        file: item.path, problem: "the finding is not saved, for the report gives no case for it",
        remedy: "merge the reports as the shards wrote them")
    }
    if let history = item.history {
      let folder = URL(fileURLWithPath: item.path).deletingLastPathComponent()
      let place =
        history.hasPrefix("/")
        ? history : folder.appendingPathComponent(history).standardizedFileURL.path
      guard FileManager.default.fileExists(atPath: place) else {
        throw InputError(
          .notFound, file: item.path,
          problem: "the finding is not saved, for its history is not here",
          remedy: "merge in the folder that the shards ran in to keep it")
      }
    }
    if FileManager.default.fileExists(atPath: item.path) {
      guard CorpusFolder.finding(in: item.path)?.isIdentical(to: item.content) ?? false else {
        throw InputError(
          .io, file: item.path, problem: "the finding is not saved, for another file is here now",
          remedy: "move it, and merge again")
      }
    }
    try CorpusFolder.write(item.text, to: item.path)
  }
}
