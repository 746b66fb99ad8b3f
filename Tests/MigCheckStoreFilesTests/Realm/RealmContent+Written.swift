import MigCheckModel
import MigCheckStoreFiles
import MigCheckStores

extension RealmContent {
  /// Takes out what a file that is written does not keep: the keys of objects, indexes other than of
  /// primary keys, NaN in sets, and the order that sets had in older formats.
  mutating func removeWhatIsNotWritten() {
    for table in tables.indices {
      tables[table].keys = (0..<tables[table].keys.count).map(Int64.init)
      for column in tables[table].columns.indices {
        tables[table].columns[column].index = column == tables[table].primaryKey ? .general : .none
        guard tables[table].columns[column].collection == .set else { continue }
        let type = tables[table].columns[column].type
        tables[table].values[column] = tables[table].values[column].map { value in
          guard case .set(let elements) = value else { return value }
          let kept = type == .mixed ? elements : elements.filter { !$0.isNaN }
          return .set(SetElements.arrange(kept, of: type, byValue: true))
        }
      }
    }
  }
}

extension Value {
  fileprivate var isNaN: Bool {
    switch self {
    case .float(let number): number.isNaN
    case .double(let number): number.isNaN
    default: false
    }
  }
}
