import MigCheckModel

/// Where the engine loses the sign of a zero.
///
/// Decimals stand in leaves that take no space as long as they hold nothing but the plain 0. A −0
/// that comes to such a leaf is taken for 0; one that comes to a leaf with any other value is kept,
/// and so are 0.00 and 0E+3. A column of required decimals has a leaf for each group of objects,
/// and every list or set has leaves of its own.
///
/// Source: realm-core `src/realm/array_decimal128.cpp`.
package enum MinusZero {
  /// The elements of a list or set after they were added one by one.
  package static func adding(_ elements: [Value], of property: Property) -> [Value] {
    guard property.type == .decimal128, elements.contains(where: \.isPlainMinusZero) else {
      return elements
    }
    var isPlain = true
    return elements.enumerated().map { index, element in
      // Lists begin another leaf when one is full.
      if property.collection == .list, index % 1000 == 0 { isPlain = true }
      isPlain = isPlain && element.isPlainZero
      return isPlain ? .decimal128(.zero) : element
    }
  }

  /// Whether a value of a single property has to be compared with what is around it.
  static func mayLoseSign(_ value: Value, of property: Property) -> Bool {
    property.type == .decimal128 && property.collection == nil && !property.isOptional
      && value.isPlainMinusZero
  }

  /// A value that is written over the zero that a new object begins with: that is skipped where
  /// both are equal.
  package static func overwritingNewZero(_ value: Value, of property: Property) -> Value {
    guard !property.isOptional, property.collection == nil else { return value }
    return switch value {
    case .float(let number) where number == 0: .float(0)
    case .double(let number) where number == 0: .double(0)
    default: value
    }
  }
}

extension Value {
  fileprivate var isPlainMinusZero: Bool {
    if case .decimal128(let number) = self { isPlainZero && number.isNegative } else { false }
  }

  /// Whether it is a decimal 0 or −0 without any zero behind it.
  var isPlainZero: Bool {
    if case .decimal128(let number) = self { number.isZero && number.exponent == 0 } else { false }
  }
}

extension MemoryStore.Table {
  /// The value that is stored when one is given to a new object.
  func stored(_ value: Value, column: Int, key: Int64) -> Value {
    guard MinusZero.mayLoseSign(value, of: layout.properties[column]),
      holdsOnlyZeros(column, around: key)
    else { return value }
    return .decimal128(.zero)
  }

  /// The value that is stored when one is written over another.
  func kept(_ value: Value, column: Int, row: Int) -> Value {
    let property = layout.properties[column]
    if MinusZero.mayLoseSign(value, of: property) {
      return stored(value, column: column, key: contents.keys[row])
    }
    return ValueConversion.overwriting(
      contents.columns[column][row], with: value, isMixed: property.type == .mixed)
  }

  private func holdsOnlyZeros(_ column: Int, around key: Int64) -> Bool {
    let group = StoreCluster.keys(around: key)
    return zip(contents.keys, contents.columns[column]).allSatisfy { key, value in
      !group.contains(key) || value == .decimal128(.zero)
    }
  }
}
