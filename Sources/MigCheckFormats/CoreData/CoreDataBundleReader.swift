import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// Reads the bundles that Xcode keeps models in. Nothing in them is changed.
package enum CoreDataBundleReader {
  /// What a path may name.
  package enum Kind: Sendable {
    /// A folder `*.xcdatamodeld` of several versions.
    case bundle
    /// A folder `*.xcdatamodel`, which is a bundle of one version.
    case version
    /// A folder in which there are such.
    case folder
    /// What Xcode compiles into an app, `*.momd` or `*.mom`, or a folder that holds one, such as an app.
    case compiled
  }

  static let bundleExtension = ".xcdatamodeld"
  static let versionExtension = ".xcdatamodel"

  /// What a path names, by its name and what it holds.
  ///
  /// - Returns: `nil` for anything that has nothing to do with Core Data.
  package static func kind(of path: String) -> Kind? {
    let path = trimmed(path)
    if path.hasSuffix(bundleExtension) { return .bundle }
    if path.hasSuffix(versionExtension) { return .version }
    if isCompiled(path) { return .compiled }
    if !bundlePaths(in: path).isEmpty { return .folder }
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names?.contains(where: isCompiled) ?? false ? .compiled : nil
  }

  private static func isCompiled(_ path: String) -> Bool {
    path.hasSuffix(".momd") || path.hasSuffix(".mom")
  }

  /// Reads all bundles that a path names.
  ///
  /// - Parameter order: the names of the versions, oldest first; `nil`: their natural order.
  /// - Returns: at least one; of a folder all that it holds, by their paths.
  /// - Throws: `InputError` with file, line and entity.
  package static func read(
    path: String, order: [String]? = nil
  ) throws(InputError) -> [CoreDataBundle] {
    let path = trimmed(path)
    switch kind(of: path) {
    case .bundle: return [try bundle(path, order: order)]
    case .version: return [try single(path, order: order)]
    case .folder:
      var bundles = [CoreDataBundle]()
      for path in bundlePaths(in: path) {
        bundles.append(
          path.hasSuffix(bundleExtension)
            ? try bundle(path, order: order) : try single(path, order: order))
      }
      return bundles
    case .compiled where InputFile.isPresent(path):
      throw InputError(
        file: path, problem: "this is a compiled Core Data model, which is not read",
        remedy: "name the *.xcdatamodeld that it is compiled from, in the source of the app")
    case .compiled, nil:
      throw InputError(
        FileManager.default.fileExists(atPath: path) ? .badData : .notFound, file: path,
        problem: "there is no Core Data model here", remedy: "name a *.xcdatamodeld")
    }
  }

  // MARK: Bundles

  private static func bundle(_ path: String, order: [String]?) throws(InputError) -> CoreDataBundle
  {
    let names = try contents(of: path).filter { $0.hasSuffix(versionExtension) }
      .map { String($0.dropLast(versionExtension.count)) }
    guard !names.isEmpty else {
      throw InputError(
        file: path, problem: "there is no *.xcdatamodel in this bundle",
        remedy: "name a bundle with at least one version")
    }
    var unreadable = [String]()
    for name in names where try isBinary("\(path)/\(name)\(versionExtension)") {
      unreadable.append(name)
    }
    var ordered = try CoreDataVersionList(names, unreadable: unreadable, bundle: path)
      .ordered(as: order)
    let skipped = ordered.filter(unreadable.contains)
    if order == nil, skipped.count < ordered.count {
      ordered.removeAll(where: skipped.contains)
    }
    var versions = [CoreDataVersion]()
    for (index, name) in ordered.enumerated() {
      let model = try model(in: "\(path)/\(name)\(versionExtension)")
      versions.append(CoreDataVersion(number: UInt64(index + 1), name: name, model: model))
    }
    let current = try CurrentVersionFile.name(in: path, among: ordered + skipped)
    var bundle = CoreDataBundle(
      name: stem(path, bundleExtension), path: path, versions: versions,
      current: current.flatMap { name in versions.first { $0.name.isIdentical(to: name) }?.number }
        ?? (versions.count == 1 ? 1 : nil))
    bundle.skipped = skipped
    return bundle
  }

  private static func single(_ path: String, order: [String]?) throws(InputError) -> CoreDataBundle
  {
    let name = stem(path, versionExtension)
    _ = try CoreDataVersionList([name], bundle: path).ordered(as: order)
    return CoreDataBundle(
      name: name, path: path,
      versions: [CoreDataVersion(number: 1, name: name, model: try model(in: path))], current: 1)
  }

  /// Whether a version was saved by Xcode before 4.3.
  private static func isBinary(_ folder: String) throws(InputError) -> Bool {
    let names = try contents(of: folder)
    return names.contains("elements") && !names.contains("contents")
  }

  private static func model(in folder: String) throws(InputError) -> CoreDataModel {
    guard try !isBinary(folder) else {
      throw InputError(
        file: folder,
        problem: "the model is a binary file \"elements\", as Xcode before 4.3 saved it",
        remedy:
          "open it in a newer Xcode, which saves it as XML")
    }
    guard try contents(of: folder).contains("contents") else {
      throw InputError(
        file: folder, problem: "there is no file \"contents\" in this version",
        remedy: "save the model in Xcode again")
    }
    return try CoreDataModelReader.read(path: folder + "/contents", inside: folder)
  }

  // MARK: Files

  /// How deep bundles are looked for.
  private static let depth = 8

  /// The bundles in a folder, not those inside bundles, in the order of their paths.
  private static func bundlePaths(in folder: String, depth: Int = depth) -> [String] {
    guard depth > 0, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return []
    }
    var paths = [String]()
    for name in names.sorted(by: { $0.precedes($1) }) where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard isFolder(path) else { continue }
      if name.hasSuffix(bundleExtension) || name.hasSuffix(versionExtension) {
        paths.append(path)
      } else {
        paths += bundlePaths(in: path, depth: depth - 1)
      }
    }
    return paths
  }

  /// Whether it is a folder itself, and no link to one.
  private static func isFolder(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }

  private static func contents(of folder: String) throws(InputError) -> [String] {
    try FolderNames.all(in: folder, remedy: "a Core Data model is a folder")
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func stem(_ path: String, _ pathExtension: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return String(name.dropLast(pathExtension.count))
  }
}
