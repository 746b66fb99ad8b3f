import MigCheckModel
import MigCheckText

/// The object types of one version by themselves, in the notation of history files.
package enum SchemaDocument {
  /// - Parameters:
  ///   - json: a list of object types.
  ///   - file: the document's path, for messages.
  /// - Throws: `InputError` with the place of the first error.
  package static func parse(_ json: JSON, file: String) throws(InputError) -> Schema {
    try SchemaReader.schema(JSONNode(json, source: DocumentSource(file: file)))
  }

  package static func json(_ schema: Schema) -> JSON { SchemaNotation.json(schema) }
}
