import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// The names of a bundle's versions.
package struct CoreDataVersionList {
  private let names: [String]
  /// Those that cannot be read, which an order may leave out.
  private let unreadable: [String]
  private let bundle: String

  /// - Parameters:
  ///   - unreadable: those of the names that are of a format that is not read.
  ///   - bundle: the path of the bundle, for messages.
  package init(_ names: [String], unreadable: [String] = [], bundle: String) {
    self.names = names.sorted(by: VersionNameOrder.precedes)
    self.unreadable = unreadable
    self.bundle = bundle
  }

  /// - Parameter order: all names, oldest first; `nil`: the natural order.
  /// - Throws: `InputError` for an order that leaves one out which can be read, and for two versions
  ///   that a Mac's file system takes for one.
  package func ordered(as order: [String]?) throws(InputError) -> [String] {
    try requireDistinct()
    guard let order else { return names }
    var result = [String]()
    for name in order {
      guard let known = names.first(where: { $0.isIdentical(to: name) }) else {
        throw error(
          "there is no version \(quoted(name))",
          nearest(to: name, among: names).map { "did you mean \(quoted($0))?" }
            ?? "its versions are \(quotedList(names))")
      }
      guard !result.contains(where: { $0.isIdentical(to: name) }) else {
        throw error("the order names the version \(quoted(name)) twice", "name each version once")
      }
      result.append(known)
    }
    let needed = names.filter { name in !unreadable.contains { $0.isIdentical(to: name) } }
    if let missing = needed.first(where: { name in
      !result.contains { $0.isIdentical(to: name) }
    }) {
      throw error(
        "the order leaves the version \(quoted(missing)) out", "name each version once")
    }
    return result
  }

  private func requireDistinct() throws(InputError) {
    var seen = [String: String]()
    for name in names {
      let key = name.precomposedStringWithCanonicalMapping.lowercased()
      if let other = seen.updateValue(name, forKey: key) {
        throw error(
          "two versions have the same name, \(quoted(other)) and \(quoted(name))",
          "rename one of them")
      }
    }
  }

  private func error(_ problem: String, _ remedy: String) -> InputError {
    InputError(file: bundle, problem: problem, remedy: remedy)
  }
}

/// The file of a bundle that names the version that the app uses.
enum CurrentVersionFile {
  private static let key = "_XCCurrentVersionName"

  /// The name of the current version, without its extension.
  ///
  /// - Returns: `nil` if there is no such file, or an empty one, as Xcode writes it for a bundle of one
  ///   version.
  /// - Throws: `InputError` for a file that names no version of the bundle.
  static func name(in bundle: String, among names: [String]) throws(InputError) -> String? {
    let path = bundle + "/.xccurrentversion"
    guard InputFile.isPresent(path) else { return nil }
    let bytes = try FileReader.read(path: path, limit: 1 << 20, inside: bundle)
    let list =
      PropertyListDepth.isShallow(bytes)
      ? try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) : nil
    guard let entries = list as? [String: Any] else {
      throw InputError(
        file: path, problem: "this is no property list", remedy: "choose the version in Xcode again"
      )
    }
    if entries.isEmpty { return nil }
    guard let value = entries[key] as? String else {
      throw InputError(
        file: path, problem: "there is no text \(quoted(key)) in it",
        remedy: "choose the version in Xcode again")
    }
    let suffix = CoreDataBundleReader.versionExtension
    let name = value.hasSuffix(suffix) ? String(value.dropLast(suffix.count)) : value
    guard let known = names.first(where: { $0.isIdentical(to: name) }) else {
      throw InputError(
        file: path, problem: "the current version \(quoted(name)) is not in the bundle",
        remedy: nearest(to: name, among: names).map { "did you mean \(quoted($0))?" }
          ?? "its versions are \(quotedList(names))")
    }
    return known
  }
}
