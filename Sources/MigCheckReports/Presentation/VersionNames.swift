import MigCheckVerifier

/// What the authors of a subject call its versions.
struct VersionNames {
  private let names: [UInt64: String]
  /// How many columns of a name are shown.
  private let width: Int

  init(_ names: [Report.VersionName] = [], width: Int = .max) {
    self.width = width
    self.names = Dictionary(names.map { ($0.version, $0.name) }) { first, _ in first }
  }

  /// `1 (Notes), 3 (Notes 3)`: the versions that have a name, each once.
  func text(_ versions: [UInt64]) -> String {
    var parts = [String]()
    for version in Set(versions).sorted() {
      guard let name = names[version] else { continue }
      parts.append("\(version) (\(ValueText.escaped(name).shortened(to: width)))")
    }
    return parts.joined(separator: ", ")
  }
}
