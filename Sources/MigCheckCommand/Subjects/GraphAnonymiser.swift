#if CommandLine
  import MigCheckModel
  import MigCheckText

  /// Replaces the values of an app's stores by others: in each property, equal values stay equal and
  /// different ones different, in all graphs that are given to one anonymiser. Null, true and false
  /// stay, and so do links.
  struct GraphAnonymiser {
    /// By property: what replaces values, by their types and bytes.
    private var known = [PropertyPath: [[UInt8]: Value]]()
    private var knownKeys = [PropertyPath: [[UInt8]: String]]()

    /// - Complexity: O(*n*) in the size of the graph.
    mutating func hide(_ graph: ObjectGraph) -> ObjectGraph {
      var result = graph
      for (index, type) in graph.schema.types.enumerated() {
        for (column, property) in type.storedProperties.enumerated() where !property.keepsAll {
          let path = PropertyPath(type: type.name, property: property.name)
          result.tables[index].columns[column] = graph.tables[index].columns[column].map {
            hidden($0, of: path, in: graph.schema)
          }
        }
      }
      return result
    }

    private mutating func hidden(_ value: Value, of path: PropertyPath, in schema: Schema) -> Value
    {
      switch value {
      case .null, .bool, .link: return value
      case .embedded(var object):
        let type = schema.types[object.type]
        for (place, property) in type.storedProperties.enumerated() {
          object.values[place] = hidden(
            object.values[place], of: PropertyPath(type: type.name, property: property.name),
            in: schema)
        }
        return .embedded(object)
      case .list(let elements): return .list(elements.map { hidden($0, of: path, in: schema) })
      case .set(let elements): return .set(elements.map { hidden($0, of: path, in: schema) })
      case .dictionary(let entries):
        let hidden = entries.map { entry in
          DictionaryEntry(key(entry.key, of: path), self.hidden(entry.value, of: path, in: schema))
        }
        return .dictionary(hidden.sorted { $0.key.precedes($1.key) })
      default: return scalar(value, of: path)
      }
    }

    private mutating func scalar(_ value: Value, of path: PropertyPath) -> Value {
      guard let type = value.scalarType else { return value }
      let bytes = Array(type.rawValue.utf8) + value.keyBytes
      if let other = known[path]?[bytes] { return other }
      // Not the defaults, nor zero: it has to show that something was there.
      let count = known[path]?.count ?? 0
      let other = Value.simple(type, count + 100) ?? type.zeroValue
      known[path, default: [:]][bytes] = other
      return other
    }

    private mutating func key(_ key: String, of path: PropertyPath) -> String {
      let bytes = Array(key.utf8)
      if let other = knownKeys[path]?[bytes] { return other }
      let other = "key\((knownKeys[path]?.count ?? 0) + 100)"
      knownKeys[path, default: [:]][bytes] = other
      return other
    }
  }

  extension Property {
    /// Whether no value of the property could be told from those of other stores.
    fileprivate var keepsAll: Bool { type == .bool && collection != .dictionary }
  }
#endif
