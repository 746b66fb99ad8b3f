import MigCheckModel

/// What becomes of an attribute's values when its type changes.
struct AttributeConversion {
  /// Whether it is known how each value is converted.
  let isKnown: Bool
  /// Why it is no plain conversion; `nil`: it is one.
  let reason: InferenceReason?

  /// - Parameters:
  ///   - old: of another type than `new`.
  init(from old: CoreDataAttribute, to new: CoreDataAttribute) {
    let (source, target) = (old.type, new.type)
    guard source.isNumeric, target.isNumeric else {
      isKnown = false
      reason = .typeChanged(from: source, to: target)
      return
    }
    let isPlain = Self.isPlain(source, target)
    isKnown = isPlain || (source == .integer64 && target == .decimal)
    if old.name != new.name {
      reason = .renamedAndConverted(from: old.name, source, to: target)
    } else {
      reason = isPlain ? nil : .numbersConverted(from: source, to: target)
    }
  }

  /// Conversions that shipped apps rely on: to wider integers, and of integers to Double.
  private static func isPlain(
    _ source: CoreDataAttributeType, _ target: CoreDataAttributeType
  ) -> Bool {
    switch (source, target) {
    case (.boolean, _): target.integerWidth != nil
    case (_, .double): source.integerWidth != nil
    default:
      if let old = source.integerWidth, let new = target.integerWidth { old < new } else { false }
    }
  }
}
