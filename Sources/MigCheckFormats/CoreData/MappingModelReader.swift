import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// A mapping model of an app, `*.xcmappingmodel`: from which version to which it leads.
package struct MappingModel: Sendable {
  package var path: String
  package var hop: InferenceMatrix.Hop
  /// The classes that an app migrates objects with, each once, in the order of the file.
  package var policies: [String]
  /// What it does; the reason why that is not known, as what is said of it.
  package var plan: Result<MappingPlan, MappingPlan.Problem>
}

/// Reads the mapping models that stand next to a bundle.
///
/// Xcode keeps such a model as objects of its own in `xcmapping.xml`: one names the paths of both
/// versions, and one for each entity the policy.
package enum MappingModelReader {
  private static let folderExtension = ".xcmappingmodel"

  /// Those that lead from one version of the bundle to a later one: in the bundle's folder, and in the
  /// folders next to it.
  ///
  /// - Returns: in the order of their paths, and sentences about those that name no version.
  /// - Throws: `InputError` with file and line for a file that is not what it should be.
  package static func beside(
    _ bundle: CoreDataBundle
  ) throws(InputError) -> (models: [MappingModel], notes: [String]) {
    var (models, notes) = ([MappingModel](), [String]())
    for path in paths(beside: bundle.path) {
      let file = try MappingModelFile(folder: path)
      guard file.isOf(bundle) else { continue }
      guard let old = version(file.source, of: bundle),
        let new = version(file.destination, of: bundle)
      else {
        let missing = version(file.source, of: bundle) == nil ? file.source : file.destination
        notes.append(
          "\(path): left out, as \(bundle.name) has no version \(quoted(MappingModelFile.stem(missing)))"
        )
        continue
      }
      let (from, to) = (old.number, new.number)
      guard from < to else {
        notes.append(
          "\(path): left out, as it leads from version \(from) (\(old.name)) back to \(to) (\(new.name)); "
            + "if \(old.name) is the older one, give the order of all versions with --order")
        continue
      }
      models.append(
        MappingModel(
          path: path, hop: InferenceMatrix.Hop(from: from, to: to), policies: file.policies,
          plan: Result { () throws(MappingPlan.Problem) in
            try MappingPlanReader(file, from: old.model, to: new.model).plan()
          }))
    }
    return (models, notes)
  }

  private static func version(_ path: String, of bundle: CoreDataBundle) -> CoreDataVersion? {
    let name = MappingModelFile.stem(path)
    return bundle.versions.first { $0.name.isIdentical(to: name) }
  }

  private static func paths(beside bundle: String) -> [String] {
    var bundle = bundle
    while bundle.hasSuffix("/"), bundle.utf8.count > 1 { bundle.removeLast() }
    let folder = bundle.lastIndex(of: "/").map { String(bundle[..<$0]) } ?? "."
    var paths = [String]()
    for name in names(in: folder) {
      let path = folder == "." ? name : "\(folder)/\(name)"
      if name.hasSuffix(folderExtension) {
        paths.append(path)
      } else if !name.contains(".") {
        paths += names(in: path).filter { $0.hasSuffix(folderExtension) }.map { "\(path)/\($0)" }
      }
    }
    return paths
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
