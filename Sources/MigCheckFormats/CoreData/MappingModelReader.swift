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

/// Reads the mapping models of a bundle.
///
/// Xcode keeps such a model as objects of its own in `xcmapping.xml`: one names the paths of both
/// versions, and one for each entity the policy.
package enum MappingModelReader {
  /// Those that lead from one version of the bundle to a later one: next to the bundle, and elsewhere in
  /// its project.
  ///
  /// - Returns: in the order in which they are found, and sentences about those that name no version, or
  ///   that cannot be read and may be those of another bundle.
  /// - Throws: `InputError` with file and line for a file next to the bundle that is not what it should be.
  package static func models(
    of bundle: CoreDataBundle
  ) throws(InputError) -> (models: [MappingModel], notes: [String]) {
    var (models, notes) = ([MappingModel](), [String]())
    let search = MappingModelSearch(bundle: bundle.path)
    var files = [(path: String, file: MappingModelFile)]()
    for path in search.near() { files.append((path, try MappingModelFile(folder: path))) }
    let far = search.far()
    if far == nil {
      notes.append(
        "mapping models are sought next to \(bundle.path) alone, as its project has more than "
          + "\(MappingModelSearch.mostFolders) folders; name the upgrades of others with --custom")
    }
    for path in far ?? [] {
      do {
        files.append((path, try MappingModelFile(folder: path)))
      } catch {
        notes.append("\(error); left out, as it is not next to \(bundle.path)")
      }
    }
    for (path, file) in files {
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
}
