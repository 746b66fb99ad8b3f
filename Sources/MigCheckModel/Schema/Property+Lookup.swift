import MigCheckText

extension [Property] {
  /// The place of a property.
  ///
  /// - Parameter guess: where it is looked for first. Properties that are met one after the other often
  ///   stand in the same order in two lists, so the place after the last one is a good guess.
  /// - Complexity: O(1) if the guess is right, else O(*n*) in the number of properties.
  package func index(of name: Name, near guess: Int) -> Int? {
    withUnsafeBufferPointer { properties in
      if guess >= 0, guess < properties.count, properties[guess].name == name { return guess }
      // A closure over elements would copy each of them.
      for index in properties.indices where properties[index].name == name { return index }
      return nil
    }
  }

  /// The places of properties; −1 for those that are not there.
  package func indices(of others: [Property]) -> [Int] {
    var next = 0
    return others.map { property in
      guard let index = index(of: property.name, near: next) else { return -1 }
      next = index + 1
      return index
    }
  }
}
