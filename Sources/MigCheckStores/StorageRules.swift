import MigCheckModel

/// How an engine stores values, where what is read back is not what was written.
///
/// Both stores can do all of it, and an engine chooses; whatever it does not choose, a store keeps
/// values as they were given.
package struct StorageRules: Sendable, Hashable {
  /// What holds of values wherever they are.
  package var values: ValueRules
  /// Whether zeros among decimals stand in leaves that take no space, and lose their sign there:
  /// see `StorageRules+Zeros.swift`.
  package var packsZeros: Bool
  /// Whether a number that is written over one of equal value is not written at all, so that 0.0
  /// stays where −0.0 was written. Of decimals this holds in `mixed` only.
  package var skipsEqualNumbers: Bool
  /// Whether a set takes numbers of equal value for one element; else only what is equal bit for
  /// bit is.
  package var comparesElementsByValue: Bool

  package init(
    values: ValueRules = ValueRules(), packsZeros: Bool = false, skipsEqualNumbers: Bool = false,
    comparesElementsByValue: Bool = false
  ) {
    self.values = values
    self.packsZeros = packsZeros
    self.skipsEqualNumbers = skipsEqualNumbers
    self.comparesElementsByValue = comparesElementsByValue
  }

  /// The value that is stored when `new` is written over `old`.
  package func overwriting(_ old: Value, with new: Value, isMixed: Bool) -> Value {
    guard skipsEqualNumbers else { return new }
    return switch (old, new) {
    case (.double(let a), .double(let b)) where a == b: old
    case (.float(let a), .float(let b)) where a == b: old
    case (.decimal128(let a), .decimal128(let b)) where isMixed && a.isEqualInValue(to: b): old
    default: new
    }
  }

  /// Whether what a property holds after a value was written may be another one: see `overwriting` and
  /// `mayLoseSign`.
  func mayChange(valuesOf property: Property) -> Bool {
    switch property.type {
    case .float, .double, .decimal128, .mixed: skipsEqualNumbers || packsZeros
    default: false
    }
  }

  /// A value that is written over the zero that a new object begins with.
  package func overwritingNewZero(_ value: Value, of property: Property) -> Value {
    guard skipsEqualNumbers, !property.isOptional, property.collection == nil else { return value }
    return switch value {
    case .float(let number) where number == 0: .float(0)
    case .double(let number) where number == 0: .double(0)
    default: value
    }
  }

  /// The elements of a list as they are stored.
  package func list(_ elements: [Value], of property: Property) -> [Value] {
    adding(elements, to: property)
  }

  /// The elements of a set as they are stored: each once, in the order of `SetElements`.
  ///
  /// - Complexity: O(*n* log *n*).
  package func set(_ elements: [Value], of property: Property) -> [Value] {
    SetElements.arrange(
      adding(elements, to: property), of: property.type, byValue: comparesElementsByValue)
  }
}
