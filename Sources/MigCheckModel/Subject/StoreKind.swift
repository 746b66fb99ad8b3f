/// Where a graph lives while it is upgraded.
public enum StoreKind: String, Sendable, CaseIterable, Codable {
  /// In memory.
  case memory
  /// In a file, which is closed and opened again at every version.
  case file
}
