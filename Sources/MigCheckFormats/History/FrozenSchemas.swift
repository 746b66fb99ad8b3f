import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

/// A subject whose versions are compared with what `migcheck freeze` wrote down of them.
package protocol FrozenSchemaComparing: Subject {
  /// With what is frozen of its versions, unless it knows that already.
  ///
  /// - Parameter folder: `Schemas`; it need not exist.
  /// - Throws: `InputError` for a file that is no frozen version.
  func comparingSchemas(in folder: String) throws -> Self
}

extension History: FrozenSchemaComparing {
  package func comparingSchemas(in folder: String) throws -> History {
    guard released.isEmpty else { return self }
    var history = self
    history.released = try FrozenSchemas.read(history, in: folder)
    return history
  }
}

/// The schemas of the versions that `migcheck freeze` wrote down.
package enum FrozenSchemas {
  /// `Schemas/Notes.3.json`; what cannot stand in a file's name becomes an underscore.
  package static func path(of number: UInt64, _ history: String, in folder: String) -> String {
    let name = String(
      history.unicodeScalars.map { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
      })
    return "\(folder)/\(name).\(number).json"
  }

  /// The folder beside a file.
  package static func folder(beside path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "Schemas" }
    return path[...slash] + "Schemas"
  }

  /// The schemas of a history's versions, as far as they are frozen; none of other rules than Realm's,
  /// whose stores do not remember a number alone.
  ///
  /// - Throws: `InputError` for a file that is no frozen version.
  package static func read(
    _ history: History, in folder: String
  ) throws(InputError) -> [ReleasedSchema] {
    guard history.engine == .realm else { return [] }
    var released = [ReleasedSchema]()
    for stage in history.stages {
      let file = path(of: stage.number, history.name, in: folder)
      let json: JSON
      do throws(InputError) {
        json = try FileReader.json(path: file)
      } catch {
        if error.kind == .notFound { continue }
        throw error
      }
      guard case .string(let name)? = json["history"], let schema = json["schema"] else {
        throw InputError(
          file: file, problem: "this is no frozen version",
          remedy: "restore the file, or freeze the version again")
      }
      // Another history whose name gives the same file.
      guard name.isIdentical(to: history.name) else { continue }
      released.append(
        ReleasedSchema(
          version: stage.number, schema: try SchemaDocument.parse(schema, file: file), file: file))
    }
    return released
  }
}
