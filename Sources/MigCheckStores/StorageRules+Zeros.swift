import MigCheckModel

// Where the sign of a zero is lost.
//
// Decimals stand in leaves that take no space as long as they hold nothing but the plain 0. A −0
// that comes to such a leaf is taken for 0; one that comes to a leaf with any other value is kept,
// and so are 0.00 and 0E+3. A column of required decimals has a leaf for each group of objects,
// and every list or set has leaves of its own.
//
// Source: realm-core `src/realm/array_decimal128.cpp`.

extension StorageRules {
  /// The elements of a list or set after they were added one by one.
  func adding(_ elements: [Value], to property: Property) -> [Value] {
    guard packsZeros, property.type == .decimal128, elements.contains(where: \.isPlainMinusZero)
    else {
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
  func mayLoseSign(_ value: Value, of property: Property) -> Bool {
    packsZeros && property.type == .decimal128 && property.collection == nil
      && !property.isOptional && value.isPlainMinusZero
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
