import Foundation
import MigCheckModel
import MigCheckText

/// Finds case files.
package enum CaseFolder {
  /// All case files in a folder and the folders in it, in byte order of their paths.
  ///
  /// Case files are `*.case.json` and `*.jsonl`. What begins with a point is passed over, and so
  /// are symbolic links to folders. A path that is a file itself is given back as it is.
  ///
  /// - Throws: `InputError` if there is no such folder, if it cannot be read, and for a case that is
  ///   not a regular file, or a link that leads out of the folder.
  /// - Complexity: O(*n* log *n*) in the number of files.
  package static func files(under path: String) throws(InputError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such file or folder",
        remedy: "check the path")
    }
    guard isFolder.boolValue else { return [path] }
    var files = [String]()
    var folders = [path]
    while let folder = folders.popLast() {
      for name in try names(in: folder) where !name.hasPrefix(".") {
        let child = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        switch kind(of: child) {
        case .typeDirectory: folders.append(child)
        case _ where !isCaseFile(name): continue
        default:
          // What is no regular file is refused with a message, and not left out.
          try InputFile.requireRegular(path: child, inside: path)
          files.append(child)
        }
      }
    }
    return files.sorted { $0.precedes($1) }
  }

  /// The functions that cases were found with, each once, in the order of the files. A file that is not a
  /// case is refused when it is read as one.
  package static func functions(under paths: [String]) -> [String] {
    var functions = [String]()
    for path in paths.flatMap({ (try? files(under: $0)) ?? [] }) where !holdsLines(path) {
      guard let node = try? FileReader.document(path: path),
        case .array(let texts)? = node.json["subject"]?["functions"]
      else { continue }
      for case .string(let text) in texts where !functions.contains(where: text.isIdentical) {
        functions.append(text)
      }
    }
    return functions
  }

  /// Whether a file with one case a line.
  package static func holdsLines(_ path: String) -> Bool { path.hasSuffix(".jsonl") }

  private static func isCaseFile(_ name: String) -> Bool {
    name.hasSuffix(".case.json") || holdsLines(name)
  }

  private static func names(in folder: String) throws(InputError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw InputError(
        .io, file: folder, problem: "the folder cannot be read", remedy: "check its permissions")
    }
  }

  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }
}
