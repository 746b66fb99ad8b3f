import MigCheckModel
import Testing

@testable import MigCheckVerifier

/// From which start versions the data depend on the path, as an engine says beforehand.
@Suite("Data that depend on the path") struct PathDependenceTests {
  /// Types and properties are known by their names, as without renaming identifiers.
  private struct ByName: KnownMappings {
    let versions: [SubjectVersion]

    func mapping(from: UInt64, to: UInt64) -> HopMapping? {
      let (old, new) = (versions[Int(from) - 1].schema, versions[Int(to) - 1].schema)
      var types = [Name: HopMapping.TypeOrigin]()
      for type in new.types {
        guard let former = old.type(named: type.name) else {
          types[type.name] = HopMapping.TypeOrigin(source: nil)
          continue
        }
        let added = type.storedProperties.filter { former.storedIndex(of: $0.name) == nil }
        types[type.name] = HopMapping.TypeOrigin(
          source: type.name,
          properties: Dictionary(uniqueKeysWithValues: added.map { ($0.name, .added) }))
      }
      return HopMapping(
        types: types,
        removed: Set(old.types.map(\.name).filter { new.type(named: $0) == nil }))
    }
    var unjudged: [(from: UInt64, to: UInt64)] { [] }
    func isUpgrade(from: UInt64, to: UInt64) -> Bool { true }
    var whyUnjudged: (reason: String, remedy: String) { ("", "") }
  }

  /// The start versions, counted from 1, from which data depend on the path.
  private static func starts(_ versions: [[ObjectType]]) throws -> [Int] {
    var subject = ToySubject()
    subject.versions = versions.enumerated().map {
      SubjectVersion(number: UInt64($0 + 1), schema: Schema($1))
    }
    subject.mappings = ByName(versions: subject.versions)
    let depends = try VersionSpan(subject, from: nil, to: nil).dependsOnPaths()
    return depends.indices.filter { depends[$0] }.map { $0 + 1 }
  }

  private static func note(_ properties: Property...) -> [ObjectType] {
    [ObjectType("Note", [Property("text", .string)] + properties)]
  }

  private static let star = Property("star", .int, optional: true)
  private static let other = [ObjectType("Other", [Property("a", .int)])]

  @Test("a property or a type that goes and comes again is kept past the version without it")
  func lost() throws {
    let (with, without) = (Self.note(Self.star), Self.note())
    #expect(try Self.starts([with, with, without, with, with]) == [1, 2])
    #expect(try Self.starts([without, with, without, with]) == [2])
    #expect(try Self.starts([with, with, without, without]) == [])
    #expect(try Self.starts([with + Self.other, with, with + Self.other]) == [1])
  }

  @Test("a property gets the default of the version that the upgrade leads to")
  func defaults() throws {
    var one = Self.star
    one.defaultValue = .int(1)
    let (null, with) = (Self.note(Self.star), Self.note(one))
    #expect(try Self.starts([Self.note(), Self.note(), null, null, with]) == [1, 2])
    #expect(try Self.starts([Self.other, Self.note(), with, with]) == [])
    #expect(try Self.starts([Self.other, Self.note(), with, null, with]) == [2])
  }
}
