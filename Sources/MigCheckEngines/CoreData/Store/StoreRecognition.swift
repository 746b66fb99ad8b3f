import MigCheckModel
import MigCheckText

/// Finds the version of a model that a store is at.
package enum StoreRecognition {
  /// What a store's file tells of its version.
  package struct Result: Sendable {
    /// The version that the store is taken for.
    package var version: CoreDataVersion
    /// Others that the store fits as well: they differ from it in nothing that is stored.
    package var others: [CoreDataVersion]
    let layout: CoreDataLayout
  }

  /// - Parameter wanted: the version that the user says it is; `nil`: any.
  /// - Throws: `InputError` with the table and the column in which the store differs from the version
  ///   that is nearest to it.
  package static func version(
    of file: CoreDataStoreFile, in bundle: CoreDataBundle, wanted: UInt64? = nil
  ) throws(InputError) -> Result {
    var fitting = [(version: CoreDataVersion, layout: CoreDataLayout)]()
    var nearest: (version: CoreDataVersion, mismatches: [LayoutMismatch])?
    for version in bundle.versions where wanted == nil || version.number == wanted {
      let (layout, mismatches) = LayoutMatcher.match(version.model, file)
      if mismatches.isEmpty {
        fitting.append((version, layout))
      } else if nearest.map({ mismatches.count <= $0.mismatches.count }) ?? true {
        nearest = (version, mismatches)
      }
    }
    let named = fitting.filter { file.identifiers.contains($0.version.model.identifier) }
    guard let found = (named.isEmpty ? fitting : named).last else {
      throw error(file, bundle, nearest)
    }
    return Result(
      version: found.version,
      others: (named.isEmpty ? fitting : named).dropLast().map(\.version), layout: found.layout)
  }

  private static func error(
    _ file: CoreDataStoreFile, _ bundle: CoreDataBundle,
    _ nearest: (version: CoreDataVersion, mismatches: [LayoutMismatch])?
  ) -> InputError {
    guard let nearest, let first = nearest.mismatches.first else {
      return InputError(
        file: file.path, problem: "the model \(bundle.name) has no version for this store")
    }
    let known = Set(bundle.versions.flatMap { $0.model.entities.map(\.name) })
    guard file.entities.contains(where: { known.contains($0.name) }) else {
      return InputError(
        file: file.path,
        problem: "this is the store of another app: it has the entities "
          + quotedList(file.entities.map(\.name.text)),
        remedy: "name the model that it was made with")
    }
    let more = nearest.mismatches.count - 1
    return InputError(
      file: file.path, path: first.place,
      problem: first.problem + (more > 0 ? " (and \(more) more such)" : ""),
      remedy: "the store is of no version of \(bundle.name); the nearest is "
        + "\(nearest.version.number) (\(nearest.version.name))")
  }
}
