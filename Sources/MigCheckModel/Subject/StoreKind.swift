/// Where a graph lives while it is upgraded.
public enum StoreKind: String, Sendable, CaseIterable, Codable {
  case memory, file
}
