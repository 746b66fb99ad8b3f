import MigCheckModel

extension MigrationStep {
  /// Where the step was written, with what it is about; `nil`: nothing says where.
  ///
  /// - Parameter targets: the versions to which it runs; `nil`: to all.
  func stepSource(to targets: [UInt64]?) -> StepSource? {
    guard let source else { return nil }
    func step(
      _ type: Name?, _ properties: [Name] = [], removesObjects: Bool = false
    ) -> StepSource {
      StepSource(
        source, type: type, properties: properties, removesObjects: removesObjects,
        onlyFrom: onlyFrom, onlyTo: targets)
    }
    switch action {
    case .renameProperty(let type, let from, let to): return step(type, [from, to])
    case .enumerate(let type, _, let assignments, let delete):
      return step(type, assignments.map(\.property), removesObjects: delete)
    case .create(let type, let assignments): return step(type, assignments.map(\.property))
    case .deleteData(let type), .embed(let type, _, _): return step(type, removesObjects: true)
    case .code: return step(nil)
    }
  }
}
