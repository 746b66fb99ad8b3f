import MigCheckModel
import MigCheckText

/// Simpler values for one place of a graph, the simplest first.
///
/// Each one is valid where the present one is, apart from the uniqueness of primary keys.
struct SimplerValues {
  let schema: Schema

  /// - Returns: a dozen at most for a scalar; for a collection or embedded object one for each
  ///   part that can go or become simpler.
  func candidates(for value: Value, of property: Property) -> [Value] {
    switch value {
    case .list(let elements):
      return shorter(elements).map(Value.list)
        + replacing(elements, of: property).map(Value.list) + sorted(elements).map(Value.list)
    case .set(let elements):
      let replaced = replacing(elements, of: property).filter { candidate in
        !candidate.indices.contains { index in
          candidate[..<index].contains { $0.isSameElement(as: candidate[index]) }
        }
      }
      return shorter(elements).map(Value.set) + replaced.map(Value.set)
    case .dictionary(let entries):
      var candidates = shorter(entries).map(Value.dictionary)
      for index in entries.indices {
        for value in single(entries[index].value, of: property) {
          var changed = entries
          changed[index].value = value
          candidates.append(.dictionary(changed))
        }
        for key in ["a", "b"]
        where !entries.contains(where: { $0.key.isIdentical(to: key) })
          && ValueComplexity.of(.string(key)) < ValueComplexity.of(.string(entries[index].key))
        {
          var changed = entries
          changed[index].key = key
          candidates.append(.dictionary(changed.sorted { $0.key.precedes($1.key) }))
        }
      }
      return candidates
    default:
      let candidates = [property.initialValue, property.zeroValue] + single(value, of: property)
      guard value.scalarType != nil || value.isNull else { return NastyValues.unique(candidates) }
      let complexity = ValueComplexity.of(value, in: property)
      return NastyValues.unique(candidates).filter {
        ValueComplexity.of($0, in: property) < complexity
      }
    }
  }

  private func shorter<Element>(_ elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [] }
    var candidates = [[Element]]()
    candidates.append([])
    candidates += Self.shorterRanges(elements.count).map { Array(elements[$0]) }
    if elements.count > 1 {
      for index in elements.indices.reversed() {
        candidates.append(Array(elements[..<index] + elements[(index + 1)...]))
      }
    }
    return candidates
  }

  /// What is left without a half, a quarter, an eighth … at the end or at the start; at least two
  /// elements go each time.
  static func shorterRanges(_ count: Int) -> [Range<Int>] {
    var ranges = [Range<Int>]()
    var size = count / 2
    while size > 1 {
      ranges += [0..<(count - size), size..<count]
      size /= 2
    }
    return ranges
  }

  private func replacing(_ elements: [Value], of property: Property) -> [[Value]] {
    elements.indices.flatMap { index in
      single(elements[index], of: property).map { value in
        var changed = elements
        changed[index] = value
        return changed
      }
    }
  }

  /// The links of a list in the order of their targets.
  private func sorted(_ elements: [Value]) -> [[Value]] {
    let rows: [Int] = elements.compactMap {
      if case .link(let target) = $0 { target.index } else { nil }
    }
    guard rows.count == elements.count, rows != rows.sorted() else { return [] }
    let order = elements.indices.sorted {
      rows[$0] != rows[$1] ? rows[$0] < rows[$1] : $0 < $1
    }
    return [order.map { elements[$0] }]
  }

  private func single(_ value: Value, of property: Property) -> [Value] {
    switch value {
    case .link(let target):
      // To the first object of the type; that two links share a target, merging finds out.
      let first = target.index > 0 ? [Value.link(ObjectReference(type: target.type, index: 0))] : []
      return (property.isOptional ? [.null] : []) + first
    case .embedded(let object):
      var candidates: [Value] = property.isOptional ? [.null] : []
      let properties = schema.types[object.type].storedProperties
      for (index, property) in properties.enumerated() {
        for value in self.candidates(for: object.values[index], of: property) {
          var changed = object
          changed.values[index] = value
          candidates.append(.embedded(changed))
        }
      }
      return candidates
    default:
      let complexity = ValueComplexity.of(value)
      let others: [Value] =
        (property.isOptional ? [.null] : []) + (property.type == .mixed ? [.int(0)] : [])
      return others.filter { ValueComplexity.of($0) < complexity }
        + Self.scalars(simplerThan: value)
    }
  }

  /// Scalars of the same type.
  static func scalars(simplerThan value: Value) -> [Value] {
    let complexity = ValueComplexity.of(value)
    return NastyValues.unique(unfiltered(value)).filter { ValueComplexity.of($0) < complexity }
  }

  private static func unfiltered(_ value: Value) -> [Value] {
    switch value {
    case .bool: return [.bool(false)]
    case .int(let value):
      // Small numbers step by step; for greater ones a search for the bound follows.
      let next = value.magnitude <= 64 ? [value - value.signum()] : []
      return ([0, 1, -1, value >> 32, value >> 8, value / 2] + next).map(Value.int)
    case .float(let value):
      return
        ([0, 1, -1, value.wholePart, 0.5] + value.simplerScales + [(value / 2).wholePart])
        .map { Value.float($0.canonical) }
    case .double(let value):
      return
        ([0, 1, -1, value.wholePart, 0.5] + value.simplerScales + [(value / 2).wholePart])
        .map { Value.double($0.canonical) }
    case .decimal128(let value):
      let digits = value.digits
      return ["0", "1", "-1", "1.0", digits, String(digits.prefix(digits.utf8.count / 2))]
        .compactMap { Decimal128($0).map(Value.decimal128) }
    case .string(let value): return strings(value).map(Value.string)
    case .data(let value):
      let shorter = Self.shorterRanges(value.count).map { Array(value[$0]) }
      return ([[], [0]] + shorter + [value.dropLast()]).map(Value.data)
    case .date(let value):
      let epoch: Int64 = 978_307_200
      let offset = value.seconds.subtractingReportingOverflow(epoch).partialValue
      return [
        Timestamp(seconds: epoch), Timestamp(seconds: epoch + 1),
        Timestamp(seconds: epoch, nanoseconds: value.nanoseconds),
        Timestamp(seconds: value.seconds), Timestamp(seconds: epoch + offset / 2),
        Timestamp(seconds: epoch + offset / 2, nanoseconds: value.nanoseconds),
        Timestamp(seconds: value.seconds, nanoseconds: 1),
      ].map(Value.date)
    case .uuid: return (0...2).map { Value.uuid(UUIDBytes(high: 0, low: $0)) }
    case .objectId: return (0...2).map { Value.objectId(ObjectIDBytes(high: 0, low: $0)) }
    case .null, .link, .embedded, .list, .set, .dictionary: return []
    }
  }

  private static func strings(_ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(scalars))
    }
    var candidates = ["", "0"]
    guard scalars.count > 1 else { return candidates + ["A", "a"] }
    candidates += shorterRanges(scalars.count).map { string(scalars[$0]) }
    if scalars.count <= 6 {
      for index in scalars.indices {
        candidates.append(string(scalars[..<index] + scalars[(index + 1)...]))
      }
      for index in scalars.indices {
        for simple in ["0", "A", "a"] as [Unicode.Scalar] {
          var changed = scalars
          changed[index] = simple
          candidates.append(string(changed))
        }
      }
    } else {
      candidates += [string(scalars.dropLast()), string(scalars.dropFirst())]
      candidates.append(String(repeating: "0", count: scalars.count))
    }
    return candidates
  }
}

extension BinaryFloatingPoint where Exponent == Int {
  /// The same digits nearer to one, and half of the digits.
  fileprivate var simplerScales: [Self] {
    guard isFinite, self != 0 else { return [] }
    let width = significandWidth
    var scales = [Int](
      [0, exponent / 2, exponent / 2 + exponent / 4, exponent - exponent.signum()]
    ).map { Self(sign: sign, exponent: $0, significand: significand) }
    if width > 1 {
      let kept = Self(sign: .plus, exponent: width / 2, significand: 1)
      scales.append(
        Self(sign: sign, exponent: exponent, significand: (significand * kept).wholePart / kept))
    }
    return scales
  }
}
