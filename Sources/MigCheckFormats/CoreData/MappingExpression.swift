import Foundation

/// An expression by which a mapping model fills a property, where it is one of those that are read.
///
/// Xcode keeps expressions in keyed archives of `NSExpression`.
indirect enum MappingExpression: Equatable {
  enum Constant: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Seconds since 2001-01-01.
    case date(Double)
  }

  case constant(Constant)
  /// `$source.author.name`, without the first part; empty: `$source`.
  case source([String])
  /// `FUNCTION($manager, "destinationInstancesForEntityMappingNamed:sourceInstances:", "AToA",
  /// $source.rel)`: what a mapping makes of objects of the source.
  case destinations(mapping: String, MappingExpression)

  /// - Parameter archive: base64.
  /// - Returns: `nil` for any other expression.
  init?(archive: String) {
    guard let data = Data(base64Encoded: archive, options: .ignoreUnknownCharacters),
      data.count < 1 << 16, let root = KeyedArchive([UInt8](data))?.root
    else { return nil }
    self.init(root, levels: 16)
  }

  /// - Parameter keyPath: as the editor of Xcode takes it, `$source.author.name` or `author.name`.
  init?(keyPath: String) {
    let parts = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let path = parts[0] == "$source" ? Array(parts.dropFirst()) : parts
    guard path.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("@") && !$0.hasPrefix("$") }) else {
      return nil
    }
    self = .source(path)
  }

  /// - Parameter levels: how deep expressions may nest from here on.
  private init?(_ value: KeyedArchive.Value, levels: Int) {
    guard levels > 0, case .object(let object) = value else { return nil }
    switch object.className {
    case "NSConstantValueExpression":
      guard let constant = Constant(object["NSConstantValue"] ?? .null) else { return nil }
      self = .constant(constant)
    case "NSVariableExpression":
      guard case .text("source")? = object["NSVariable"] else { return nil }
      self = .source([])
    case "NSKeyPathExpression", "NSFunctionExpression":
      guard case .text(let selector)? = object["NSSelectorName"],
        let operand = object["NSOperand"], case .object(let list)? = object["NSArguments"],
        let arguments = list.elements
      else { return nil }
      self.init(selector, of: operand, arguments, levels: levels - 1)
    default: return nil
    }
  }

  private init?(
    _ selector: String, of operand: KeyedArchive.Value, _ arguments: [KeyedArchive.Value],
    levels: Int
  ) {
    switch (selector, arguments.count) {
    case ("valueForKeyPath:", 1), ("valueForKey:", 1):
      guard case .source(let start)? = MappingExpression(operand, levels: levels),
        let path = Self.keyPath(arguments[0])
      else { return nil }
      self = .source(start + path)
    case ("destinationInstancesForEntityMappingNamed:sourceInstances:", 2):
      guard case .object(let manager) = operand, manager.className == "NSVariableExpression",
        case .text("manager")? = manager["NSVariable"],
        case .constant(.text(let mapping))? = MappingExpression(arguments[0], levels: levels),
        let objects = MappingExpression(arguments[1], levels: levels)
      else { return nil }
      self = .destinations(mapping: mapping, objects)
    default: return nil
    }
  }

  private static func keyPath(_ value: KeyedArchive.Value) -> [String]? {
    guard case .object(let object) = value else { return nil }
    let text: KeyedArchive.Value?
    switch object.className {
    case "NSKeyPathSpecifierExpression": text = object["NSKeyPath"]
    case "NSConstantValueExpression": text = object["NSConstantValue"]
    default: return nil
    }
    guard case .text(let path)? = text, case .source(let parts)? = Self(keyPath: path) else {
      return nil
    }
    return parts
  }
}

extension MappingExpression.Constant {
  /// - Returns: `nil` for what no attribute holds.
  fileprivate init?(_ value: KeyedArchive.Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .object(let object):
      switch (object.className, object["NS.string"], object["NS.time"]) {
      case ("NSNull", _, _): self = .null
      case ("NSString", .text(let text)?, _), ("NSMutableString", .text(let text)?, _):
        self = .text(text)
      case ("NSDate", _, .real(let time)?): self = .date(time)
      default: return nil
      }
    case .other: return nil
    }
  }
}
