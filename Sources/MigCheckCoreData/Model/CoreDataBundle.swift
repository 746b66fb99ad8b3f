import MigCheckModel

/// All model versions of one `.xcdatamodeld`, in the order in which they were released.
package struct CoreDataBundle: Sendable {
  /// The name of the bundle without its extension.
  package var name: String
  /// The path of the bundle, as the user gave it.
  package var path: String
  /// At least one, oldest first.
  package var versions: [CoreDataVersion]
  /// The number of the version that `.xccurrentversion` names; `nil`: nothing names one.
  package var current: UInt64?
  /// The names of versions that are left out, in the order of the bundle: binary files, as Xcode before
  /// 4.3 saved them.
  package var skipped: [String] = []

  package init(name: String, path: String, versions: [CoreDataVersion], current: UInt64?) {
    self.name = name
    self.path = path
    self.versions = versions
    self.current = current
  }

  /// - Complexity: O(*n*) in the number of versions.
  package func version(_ number: UInt64) -> CoreDataVersion? {
    versions.first { $0.number == number }
  }
}

/// One version of a model.
package struct CoreDataVersion: Sendable {
  /// 1, 2, 3 … in the order of the bundle.
  package var number: UInt64
  /// The name of its `.xcdatamodel` folder without the extension.
  package var name: String
  package var model: CoreDataModel

  package init(number: UInt64, name: String, model: CoreDataModel) {
    self.number = number
    self.name = name
    self.model = model
  }
}
