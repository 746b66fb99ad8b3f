import MigCheckCoreData
import MigCheckModel
import MigCheckStores

/// A random graph with values that a store of Core Data can hold, and that its framework reads.
///
/// Numbers that are none and the sign of zero are lost in SQLite; of a decimal with a fraction 15 digits
/// are kept; a URI has to be one; a transformable value has to be an archive.
package struct StorableGraph {
  private let model: CoreDataModel
  /// Cells of transformable attributes that the user gave.
  private let samples: [PropertyPath: [UInt8]]
  package private(set) var graph: ObjectGraph

  /// - Parameter samples: bytes of a cell, for attributes whose values cannot be made up.
  /// - Throws: `InputError` that names a required attribute without a sample.
  /// - Complexity: O(*n*) in the size of the graph.
  package init(
    _ graph: ObjectGraph, of version: CoreDataVersion, in bundle: CoreDataBundle,
    samples: [PropertyPath: [UInt8]] = [:]
  ) throws(InputError) {
    model = version.model
    self.samples = samples
    self.graph = graph
    for type in graph.schema.types.indices {
      let name = graph.schema.types[type].name
      guard self.graph.tables[type].count > 0 else { continue }
      for attribute in model.attributes(of: name) where attribute.isStored {
        guard let column = graph.schema.types[type].storedIndex(of: attribute.name) else {
          continue
        }
        if attribute.type == .transformable {
          try fillTransformable(attribute, column, type, version, bundle)
        } else {
          self.graph.tables[type].columns[column] = self.graph.tables[type].columns[column].map {
            Self.storable($0, of: attribute.type)
          }
        }
      }
    }
    separateMembers()
  }

  // MARK: Transformable attributes

  private mutating func fillTransformable(
    _ attribute: CoreDataAttribute, _ column: Int, _ type: Int, _ version: CoreDataVersion,
    _ bundle: CoreDataBundle
  ) throws(InputError) {
    let entity = graph.schema.types[type].name
    let declaring = model.lineage(of: entity).first { entity in
      entity.attributes.contains { $0.name == attribute.name }
    }?.name
    let paths = [entity, declaring ?? entity].map {
      PropertyPath(type: $0, property: attribute.name)
    }
    var sample: [UInt8]?
    for path in paths where sample == nil { sample = samples[path] }
    let bytes = sample ?? KeyedArchive.emptyValue(of: attribute)
    guard bytes != nil || attribute.isOptional else {
      throw InputError(
        file: bundle.path, path: "\(declaring ?? entity).\(attribute.name)",
        problem: "no value of the required transformable attribute can be made up in version "
          + "\(version.number) (\(version.name))",
        remedy:
          "give the bytes of one cell with --sample \(declaring ?? entity).\(attribute.name)=FILE")
    }
    let value = bytes.map(Value.data) ?? .null
    graph.tables[type].columns[column] = graph.tables[type].columns[column].map {
      $0.isNull ? .null : value
    }
  }

  // MARK: Other values

  private static func storable(_ value: Value, of type: CoreDataAttributeType) -> Value {
    switch value {
    case .double(let number): .double(number.isNaN || number == 0 ? 0 : number)
    case .float(let number): .float(number.isNaN || number == 0 ? 0 : number)
    case .decimal128(let number):
      .decimal128(number.stored)
    case .date(let moment):
      .date(
        Timestamp(secondsSince2001: moment.secondsSince2001)
          .flatMap { Timestamp(secondsSince2001: $0.secondsSince2001) } ?? Timestamp(seconds: 0))
    case .string(let text) where type == .uri: .string(uri(text))
    default: value
    }
  }

  /// A URL that is another one for another text.
  private static func uri(_ text: String) -> String {
    let prefix = "https://example.com/"
    if text.hasPrefix(prefix), text.utf8.allSatisfy(isPlain) { return text }
    let digits = Array("0123456789ABCDEF")
    return prefix
      + text.utf8.map { byte in
        isPlain(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "/")
          && byte != UInt8(ascii: ":")
          ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~%/:".utf8.contains(byte)
    }
  }

  // MARK: Relationships

  /// An object is a member of one owner at most where a to-many relationship has no inverse: the store
  /// may keep the owner beside the member.
  private mutating func separateMembers() {
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.isStored && relationship.isToMany && model.inverse(of: relationship) == nil
      {
        var taken = Set<ObjectReference>()
        for type in graph.schema.types.indices
        where model.entity(graph.schema.types[type].name, isKindOf: entity.name) {
          guard let column = graph.schema.types[type].storedIndex(of: relationship.name) else {
            continue
          }
          graph.tables[type].columns[column] = graph.tables[type].columns[column].map { value in
            let kept = value.links.filter { taken.insert($0).inserted }.map(Value.link)
            return relationship.isOrdered ? .list(kept) : .set(kept)
          }
        }
      }
    }
  }
}
