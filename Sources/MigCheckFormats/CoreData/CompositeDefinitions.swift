import MigCheckModel
import MigCheckText

/// The composite attributes that a model defines beside its entities.
struct CompositeDefinitions {
  /// What attributes a composite one is made of.
  struct Definition {
    /// Empty for one that stands inside an attribute.
    var name: String
    var elements: [ModelElement]
  }

  private static let names = ["composite", "compositeAttribute"]
  private static let elementNames = ["attribute"] + names

  private let definitions: [Definition]

  /// - Parameter root: the element of the whole model.
  init(_ root: ModelElement) {
    definitions = root.children.filter { Self.names.contains($0.name) }.compactMap { element in
      element.text("name").map { Definition(name: $0, elements: Self.elements(in: element)) }
    }
  }

  private static func elements(in element: ModelElement) -> [ModelElement] {
    element.children.filter { elementNames.contains($0.name) }
  }

  /// What an attribute is made of: what stands in it, or the definition that it names.
  ///
  /// - Returns: `nil` if the model does not say.
  func definition(of element: ModelElement) -> Definition? {
    let own = Self.elements(in: element)
    if !own.isEmpty { return Definition(name: "", elements: own) }
    // The keys that may hold a definition's name.
    let keys = ["compositeName", "compositeAttributeName", "compositeAttribute", "composite"]
    let named = keys.compactMap(element.text)
    return definitions.first { definition in
      named.contains { $0.isIdentical(to: definition.name) }
    }
  }
}
