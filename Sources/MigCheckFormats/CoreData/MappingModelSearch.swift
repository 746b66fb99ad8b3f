import Foundation
import MigCheckText

/// Where the mapping models of a bundle lie.
///
/// Those in the bundle's folder and in the folders next to it are its own. Others are sought in the whole
/// project, which begins at the nearest folder above with `.git`, a package or a project of Xcode. A
/// project may hold several bundles of one name: a mapping model belongs to the one with which it shares
/// the deepest folder.
struct MappingModelSearch {
  private static let folderExtension = ".xcmappingmodel"

  /// How many folders above the bundle's may be that of the project.
  private static let mostLevels = 6
  /// How deep a project is searched, and how many folders of it. In a larger one only what lies next to
  /// the bundle is found.
  private static let deepest = 10
  static let mostFolders = 4000
  /// Folders with other people's code, and with products, in lower case.
  private static let skipped: Set = [
    "build", "carthage", "deriveddata", "node_modules", "pods", "vendor",
  ]

  /// The folder of the bundle.
  private let folder: String
  /// The name of the bundle, with its extension.
  private let name: String

  init(bundle: String) {
    var bundle = bundle
    while bundle.hasSuffix("/"), bundle.utf8.count > 1 { bundle.removeLast() }
    name = bundle.split(separator: "/").last.map(String.init) ?? bundle
    folder = Self.parent(of: bundle)
  }

  /// Those in the bundle's folder and in the folders next to it.
  func near() -> [String] {
    Self.names(in: folder).flatMap { name -> [String] in
      let path = Self.join(folder, name)
      if name.hasSuffix(Self.folderExtension) { return [path] }
      guard !name.contains(".") else { return [] }
      return Self.names(in: path).filter { $0.hasSuffix(Self.folderExtension) }
        .map { Self.join(path, $0) }
    }
  }

  // MARK: The project

  /// Those elsewhere in the project; `nil`: it has too many folders.
  ///
  /// - Complexity: O(*n*) in the number of files of the project, times its bundles of the same name.
  func far() -> [String]? {
    guard let (root, own) = project else { return [] }
    var finds = Finds(bundle: name)
    guard finds.search(root, below: [], levels: Self.deepest) else { return nil }
    let near = near()
    let others = finds.bundles.filter { $0 != own }
    return finds.models.filter { model in
      let depth = Self.shared(model.folder, own)
      return others.allSatisfy { Self.shared(model.folder, $0) < depth }
    }.map(\.path).filter { !near.contains($0) }
  }

  /// The path of the project's folder, and the names of those on the way from there to the bundle's;
  /// `nil`: the bundle is in no project.
  private var project: (root: String, way: [String])? {
    var names = URL(fileURLWithPath: folder).standardizedFileURL.path.split(separator: "/")
      .map(String.init)
    var (root, way) = (folder, [String]())
    for _ in 0...Self.mostLevels {
      if Self.isProject(root) { return (root, way) }
      guard let name = names.popLast() else { return nil }
      way.insert(name, at: 0)
      root = Self.parent(of: root)
    }
    return nil
  }

  private static func isProject(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      name == ".git" || name == "Package.swift" || name.hasSuffix(".xcodeproj")
        || name.hasSuffix(".xcworkspace")
    }
  }

  /// How many folders two have in common, from that of the project on.
  private static func shared(_ first: [String], _ second: [String]) -> Int {
    zip(first, second).prefix { $0.isIdentical(to: $1) }.count
  }

  /// What the folders of a project hold.
  private struct Finds {
    let bundle: String
    private(set) var models = [(path: String, folder: [String])]()
    /// The folders with bundles of the name.
    private(set) var bundles = [[String]]()
    private var folders = 0

    init(bundle: String) { self.bundle = bundle }

    /// - Returns: `false` if there are too many folders.
    mutating func search(_ path: String, below folder: [String], levels: Int) -> Bool {
      folders += 1
      guard folders <= MappingModelSearch.mostFolders else { return false }
      for name in MappingModelSearch.names(in: path) {
        let own = MappingModelSearch.join(path, name)
        if name.hasSuffix(MappingModelSearch.folderExtension) {
          models.append((own, folder))
        } else if name.isIdentical(to: bundle) {
          bundles.append(folder)
        } else if levels > 0, !name.contains("."),
          !MappingModelSearch.skipped.contains(name.lowercased()),
          !search(own, below: folder + [name], levels: levels - 1)
        {
          return false
        }
      }
      return true
    }
  }

  // MARK: Paths

  /// As a path of the text's own kind: `..` of `.`, and `a` of `a/b`.
  private static func parent(of path: String) -> String {
    if path == "." { return ".." }
    if path == ".." || path.hasSuffix("/..") { return path + "/.." }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func join(_ folder: String, _ name: String) -> String {
    switch folder {
    case ".": name
    case "/": "/" + name
    default: "\(folder)/\(name)"
    }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
