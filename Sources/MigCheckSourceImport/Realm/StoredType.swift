#if RealmImport
  import MigCheckModel

  /// What a store keeps of a property.
  struct StoredType: Equatable {
    var type: PropertyType
    /// The path of the class that a link leads to.
    var objectType: [String]?
    var collection: CollectionKind?
    var isOptional = false
    /// The enumeration of which raw values are stored.
    var enumeration: [String]?
    /// Whether the app itself makes a stored value of the property's one.
    var isCustom = false
    /// What an integer of fewer than 64 bits can be.
    var range: ClosedRange<Int64>?
    /// Whether Realm finds the property by reflection, with or without `@objc`.
    var needsNoObjC = false
  }

  /// Why a type cannot be stored, or not be read: a sentence without a full stop.
  struct Unreadable: Error {
    var sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }

  /// Finds out what stores keep of a property of some Swift type.
  ///
  /// Source: realm-swift `RealmSwift/Impl/BasicTypes.swift`, `ComplexTypes.swift`,
  /// `SchemaDiscovery.swift`.
  struct StoredTypes {
    let index: DeclarationIndex

    static let scalars: [String: PropertyType] = [
      "Bool": .bool, "Int": .int, "Int8": .int, "Int16": .int, "Int32": .int, "Int64": .int,
      "NSInteger": .int, "Float": .float, "Float32": .float, "Double": .double,
      "Float64": .double, "TimeInterval": .double, "CFTimeInterval": .double,
      "CFAbsoluteTime": .double, "CLLocationDegrees": .double, "CLLocationDistance": .double,
      "CLLocationAccuracy": .double, "CLLocationSpeed": .double, "CLLocationDirection": .double,
      "String": .string, "NSString": .string, "Data": .data, "NSData": .data, "Date": .date,
      "NSDate": .date, "UUID": .uuid, "ObjectId": .objectId, "Decimal128": .decimal128,
      "AnyRealmValue": .mixed,
    ]

    private static let ranges: [String: ClosedRange<Int64>] = [
      "Int8": Int64(Int8.min)...Int64(Int8.max), "Int16": Int64(Int16.min)...Int64(Int16.max),
      "Int32": Int64(Int32.min)...Int64(Int32.max),
    ]

    static let collections: [String: CollectionKind] = [
      "List": .list, "MutableSet": .set, "Map": .dictionary,
    ]

    /// - Parameters:
    ///   - scope: the path of the type around the property.
    ///   - isLegacy: whether the property has no `@Persisted`.
    func storedType(
      of reference: TypeReference, in scope: [String], isLegacy: Bool
    ) throws(Unreadable) -> StoredType {
      switch index.meaning(of: reference, in: scope) {
      case .composed(.optional(let wrapped)):
        return try optional(wrapped, reference, in: scope, isLegacy: isLegacy)
      case .composed:
        throw Unreadable("\(reference.text) is no type that Realm stores")
      case .declared(let path): return try declared(path, isLegacy: isLegacy)
      case .foreign(let path, let arguments):
        let name = path.joined(separator: ".")
        if arguments.isEmpty, let scalar = Self.scalars[name] {
          return StoredType(
            type: scalar, isOptional: scalar == .mixed, range: Self.ranges[name])
        }
        return try generic(name, arguments, reference, in: scope, isLegacy: isLegacy)
      }
    }

    private func optional(
      _ wrapped: TypeReference, _ reference: TypeReference, in scope: [String], isLegacy: Bool
    ) throws(Unreadable) -> StoredType {
      var stored = try storedType(of: wrapped, in: scope, isLegacy: isLegacy)
      guard stored.collection == nil, stored.type != .linkingObjects else {
        throw Unreadable("\(reference.text) must not be optional: a collection is empty instead")
      }
      guard stored.type != .mixed else {
        throw Unreadable("\(reference.text) must not be optional: its null is AnyRealmValue.none")
      }
      stored.isOptional = true
      return stored
    }

    // MARK: Types of the app

    private func declared(_ path: [String], isLegacy: Bool) throws(Unreadable) -> StoredType {
      let name = path.joined(separator: ".")
      guard let type = index.type(at: path) else {
        throw Unreadable("\(name) is declared in none of the files")
      }
      if index.modelKind(of: path) != nil { return StoredType(type: .object, objectType: path) }
      if let custom = try custom(path) { return custom }
      if type.kind == .enumeration {
        let protocols: Set = ["PersistableEnum", "RealmEnum"]
        guard let raw = index.rawType(of: path) else {
          throw Unreadable("the enumeration \(name) has no raw values that Realm stores")
        }
        guard index.conforms(path, to: protocols) else {
          throw Unreadable("the enumeration \(name) is not declared to be a PersistableEnum")
        }
        var stored = try storedType(of: raw, in: [], isLegacy: isLegacy)
        stored.enumeration = path
        stored.range = nil
        return stored
      }
      throw Unreadable("\(name) is no type that Realm stores")
    }

    /// A type that says itself what is stored of it.
    private func custom(_ path: [String]) throws(Unreadable) -> StoredType? {
      guard index.conforms(path, to: ["CustomPersistable", "FailableCustomPersistable"]) else {
        return nil
      }
      let parts = index.parts(of: path)
      let written = parts.lazy.compactMap { $0.aliases["PersistedType"] }.first
      let implied = parts.lazy.flatMap(\.functions).first {
        $0.name == "init" && $0.parameters.first?.label == "persistedValue"
      }?.parameters.first?.type
      guard let reference = written ?? implied else {
        throw Unreadable("\(path.joined(separator: ".")) does not say its PersistedType")
      }
      var stored = try storedType(of: reference, in: path, isLegacy: false)
      stored.isCustom = true
      stored.range = nil
      // An embedded object is always a link that may be null.
      if stored.type == .object { stored.isOptional = true }
      return stored
    }

    // MARK: Types of Realm

    private func generic(
      _ name: String, _ arguments: [TypeReference], _ reference: TypeReference,
      in scope: [String], isLegacy: Bool
    ) throws(Unreadable) -> StoredType {
      if let collection = Self.collections[name],
        arguments.count == (collection == .dictionary ? 2 : 1)
      {
        if collection == .dictionary {
          let key = try storedType(of: arguments[0], in: scope, isLegacy: isLegacy)
          guard key.type == .string, !key.isOptional, key.collection == nil else {
            throw Unreadable("the keys of a Map are strings, and not \(arguments[0].text)")
          }
        }
        let element = arguments[arguments.count - 1]
        return try elements(
          collection, storedType(of: element, in: scope, isLegacy: isLegacy), reference)
      }
      if name == "LinkingObjects", arguments.count == 1 {
        let origin = try storedType(of: arguments[0], in: scope, isLegacy: isLegacy)
        guard origin.type == .object, !origin.isOptional, origin.collection == nil else {
          throw Unreadable("\(reference.text) names no class of objects")
        }
        return StoredType(type: .linkingObjects, objectType: origin.objectType, needsNoObjC: true)
      }
      if isLegacy, arguments.count == 1, ["RealmOptional", "RealmProperty"].contains(name) {
        var stored = try storedType(of: arguments[0], in: scope, isLegacy: true)
        if name == "RealmOptional" { stored.isOptional = true }
        stored.needsNoObjC = true
        return stored
      }
      // A type of another module that the app has made storable.
      if arguments.isEmpty, let custom = try custom(name.split(separator: ".").map(String.init)) {
        return custom
      }
      throw Unreadable(
        arguments.isEmpty
          ? "\(name) is declared in none of the files, and is no type that Realm stores"
          : "\(reference.text) is no type that Realm stores")
    }

    private func elements(
      _ collection: CollectionKind, _ element: StoredType, _ reference: TypeReference
    ) throws(Unreadable) -> StoredType {
      guard element.collection == nil, element.type != .linkingObjects else {
        throw Unreadable("\(reference.text) is a collection of collections")
      }
      var stored = element
      if element.type == .object {
        let isMap = collection == .dictionary
        if !element.isCustom, element.isOptional != isMap {
          throw Unreadable(
            isMap
              ? "the objects of \(reference.text) must be optional"
              : "the objects of \(reference.text) must not be optional")
        }
        stored.isOptional = isMap
      }
      stored.collection = collection
      stored.range = nil
      stored.needsNoObjC = true
      return stored
    }
  }
#endif
