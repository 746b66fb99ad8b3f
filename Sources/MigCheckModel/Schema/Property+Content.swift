extension Property {
  /// Whether both hold values of the same base type, of the same link target and in the same kind of
  /// collection; optionality, index and default aside.
  package func hasSameContent(as other: Property) -> Bool {
    type == other.type && collection == other.collection && objectType == other.objectType
  }
}
