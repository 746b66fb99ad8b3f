import MigCheckModel
import MigCheckText

/// Finds the version of a model that a store is at: by its version hashes, then by its tables.
package enum StoreRecognition {
  /// What a store's file tells of its version.
  package struct Result: Sendable {
    /// The version that the store is taken for.
    package var version: CoreDataVersion
    /// Others that the store fits as well: they differ from it in nothing that is stored.
    package var others: [CoreDataVersion]
    /// What differs if the tables fit the version and the hashes fit no version at all; `nil`: the
    /// hashes fit, or the store holds none.
    package var mismatch: HashMismatch?
    /// The version whose hashes the store has if it was taken for another one on request.
    package var actual: CoreDataVersion?
    package let layout: CoreDataLayout

    /// - Throws: `InputError` for a store whose hashes fit no version, with the nearest one and what differs.
    package func requireKnownHashes(
      of store: String, _ bundle: CoreDataBundle, remedy: String = ""
    ) throws(InputError) {
      guard let mismatch, !mismatch.isUnconfirmed else { return }
      let problem = "the version hashes of the store fit no version of \(bundle.name)"
      let nearest =
        "the nearest is \(mismatch.nearest.number) (\(mismatch.nearest.name)): "
        + mismatch.differences.prefix(3).joined(separator: ", ")
      throw remedy.isEmpty
        ? InputError(file: store, problem: problem, remedy: nearest)
        : InputError(file: store, problem: "\(problem); \(nearest)", remedy: remedy)
    }
  }

  /// A version with where the store keeps what it declares, and all that does not fit.
  private struct Candidate {
    var version: CoreDataVersion
    var layout: CoreDataLayout
    var mismatches: [LayoutMismatch]
  }

  /// - Parameter wanted: the version that the user says it is; `nil`: any.
  /// - Throws: `InputError` with the table and the column in which the store differs from the version
  ///   that is nearest to it.
  package static func version(
    of file: CoreDataStoreFile, in bundle: CoreDataBundle, wanted: UInt64? = nil
  ) throws(InputError) -> Result {
    let hashes = StoreHashes(file.versionHashes)
    let byHash = hashes.stored.isEmpty ? [] : bundle.versions.filter { hashes.fit($0.model) }
    let wantedVersions = bundle.versions.filter { wanted == nil || $0.number == wanted }
    let named = wantedVersions.filter { version in
      byHash.contains { $0.number == version.number }
    }
    let candidates = (named.isEmpty ? wantedVersions : named).map { version in
      let (layout, mismatches) = LayoutMatcher.match(version.model, file)
      return Candidate(version: version, layout: layout, mismatches: mismatches)
    }
    let fitting = candidates.filter(\.mismatches.isEmpty)
    let identified = fitting.filter { file.identifiers.contains($0.version.model.identifier) }
    var best = identified.isEmpty ? fitting : identified
    // Hashes that fit no version still tell versions apart whose tables are the same.
    var mismatch: HashMismatch?
    if byHash.isEmpty, !hashes.stored.isEmpty {
      mismatch = hashes.mismatch(best.map(\.version), in: bundle)
      if let nearest = mismatch?.nearest {
        best = best.filter { $0.version.number == nearest.number }
      }
    }
    guard let found = best.last else {
      throw error(file, bundle, candidates, byHash: byHash.last)
    }
    return Result(
      version: found.version, others: best.dropLast().map(\.version), mismatch: mismatch,
      actual: named.isEmpty ? byHash.last : nil, layout: found.layout)
  }

  private static func error(
    _ file: CoreDataStoreFile, _ bundle: CoreDataBundle, _ candidates: [Candidate],
    byHash: CoreDataVersion?
  ) -> InputError {
    // Of equally near ones the newest.
    let nearest = candidates.reversed().min { $0.mismatches.count < $1.mismatches.count }
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
      remedy: remedy(file, bundle, nearest.version, byHash: byHash))
  }

  private static func remedy(
    _ file: CoreDataStoreFile, _ bundle: CoreDataBundle, _ nearest: CoreDataVersion,
    byHash: CoreDataVersion?
  ) -> String {
    if let byHash {
      return "by its version hashes the store is at version \(byHash.number) (\(byHash.name))"
        + (byHash.number == nearest.number ? ", so its tables were changed" : "")
    }
    let words =
      "the store is of no version of \(bundle.name); the nearest is \(nearest.number) "
      + "(\(nearest.name))"
    guard !file.versionHashes.isEmpty,
      let mismatch = StoreHashes(file.versionHashes).mismatch(bundle.versions, in: bundle)
    else { return words }
    return
      "the store is of no version of \(bundle.name); by its version hashes the nearest is "
      + "\(mismatch.nearest.number) (\(mismatch.nearest.name)): "
      + mismatch.differences.prefix(3).joined(separator: ", ")
  }
}
