import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import Testing

@Suite("The notation of properties")
struct SchemaNotationTests {
  private func read(_ notation: String) throws(InputError) -> Property? {
    let text = #"[{"name": "A", "properties": {"p": \#(notation)}}]"#
    guard let document = try? JSON.parse(HistoryFileTests.history(schema: text)) else { return nil }
    return try HistoryFile.parse(document, file: "h.json").stages[0].schema.types[0].properties[0]
  }

  @Test(
    "Short and long form say the same",
    arguments: [
      (#""int""#, #"{"type": "int"}"#, Property("p", .int)),
      (
        #""string?""#, #"{"type": "string", "optional": true}"#,
        Property("p", .string, optional: true)
      ),
      (#""mixed""#, #"{"type": "mixed"}"#, Property("p", .mixed, optional: true)),
      (
        #""Dog?""#, #"{"type": "object", "objectType": "Dog"}"#,
        Property("p", .object, objectType: "Dog", optional: true)
      ),
      (
        #""int[]""#, #"{"type": "list", "objectType": "int"}"#,
        Property("p", .int, collection: .list)
      ),
      (
        #""int?[]""#, #"{"type": "list", "objectType": "int", "optional": true}"#,
        Property("p", .int, collection: .list, optional: true)
      ),
      (
        #""Dog[]""#, #"{"type": "list", "objectType": "Dog"}"#,
        Property("p", .object, collection: .list, objectType: "Dog")
      ),
      (
        #""Dog?[]""#, #"{"type": "list", "objectType": "Dog", "optional": true}"#,
        Property("p", .object, collection: .list, objectType: "Dog", optional: true)
      ),
      (
        #""string<>""#, #"{"type": "set", "objectType": "string"}"#,
        Property("p", .string, collection: .set)
      ),
      (
        #""Dog{}""#, #"{"type": "dictionary", "objectType": "Dog"}"#,
        Property("p", .object, collection: .dictionary, objectType: "Dog", optional: true)
      ),
      (
        #""mixed{}""#, #"{"type": "dictionary", "objectType": "mixed"}"#,
        Property("p", .mixed, collection: .dictionary, optional: true)
      ),
    ])
  func forms(_ short: String, _ long: String, _ expected: Property) throws {
    #expect(try read(short) == expected)
    #expect(try read(long) == expected)
  }

  @Test(
    "Whatever is read is written so that it is read again as the same",
    arguments: [
      #""int""#, #""string?""#, #""mixed""#, #""Dog?""#, #""int?[]""#, #""Dog[]""#, #""Dog?[]""#,
      #""Dog{}""#, #""mixed<>""#, #"{"type":"int","indexed":true}"#,
      #"{"type":"string","optional":true,"default":null}"#,
      #"{"type":"object","objectType":"Dog","optional":false}"#,
      #"{"type":"dictionary","objectType":"Dog","optional":false}"#,
      #"{"type":"object","objectType":"int"}"#,
      #"{"type":"mixed","optional":false}"#, #"{"type":"mixed","default":{"int":1}}"#,
      #"{"type":"linkingObjects","objectType":"Dog","property":"owner"}"#,
      #"{"type":"linkingObjects","objectType":"Dog"}"#,
      #"{"type":"double","default":-0.0}"#, #"{"type":"float","default":"NaN"}"#,
      #"{"type":"set","objectType":"int","default":[2,1]}"#,
      #"{"type":"dictionary","objectType":"int","optional":true,"default":{"a":null,"b":1}}"#,
      #"{"type":"decimal128","default":"1.50"}"#, #"{"type":"data","default":"/w=="}"#,
      #"{"type":"date","default":"2001-01-01T00:00:00.5Z"}"#,
    ])
  func roundTrip(_ notation: String) throws {
    let text = #"[{"name":"A","properties":{"p":\#(notation)}}]"#
    let history = try HistoryFile.parse(json(HistoryFileTests.history(schema: text)), file: "")
    let written = try HistoryFile.json(history)["versions"]?.compactText
    #expect(written == #"[{"version":1,"schema":\#(text)}]"#)
  }

  @Test("Defaults are read by the property's type, dictionary keys in byte order")
  func defaults() throws {
    let set = try read(#"{"type": "set", "objectType": "int", "default": [3, 1, 3]}"#)
    guard case .set([.int(3), .int(1)])? = set?.defaultValue else {
      Issue.record("the set is another one")
      return
    }
    let dictionary = try read(
      #"{"type": "dictionary", "objectType": "int", "default": {"b": 1, "a": 2}}"#)
    #expect(
      dictionary?.defaultValue
        == .dictionary([DictionaryEntry("a", .int(2)), DictionaryEntry("b", .int(1))]))
    #expect(try read(#"{"type": "int", "optional": true, "default": null}"#)?.defaultValue == .null)
    #expect(try read(#"{"type": "int", "optional": true}"#)?.defaultValue == nil)
  }

  @Test(
    "What is no property is refused with what would be right",
    arguments: Golden.pairs(
      #"""
      "Int"
      : "Int" is no type of a value; did you mean "int"?

      "strng"
      : "strng" is no type of a value; did you mean "string"?

      "Dog"
      : "Dog" is no type of a value; write "Dog?" for a link to such an object

      ""
      : "" is no property type; write a type, "?" if it may be null, then [], <> or {} for a list, set or dictionary

      "int[]?"
      : "int[]?" is no property type; write a type, "?" if it may be null, then [], <> or {} for a list, set or dictionary

      "int[][]"
      : "int[][]" is no property type; write a type, "?" if it may be null, then [], <> or {} for a list, set or dictionary

      "object[]"
      : "object[]" does not say which objects; write the type's name, such as "Dog[]"

      "linkingObjects"
      : linking objects have no short form; write {"type": "linkingObjects", "objectType": …, "property": …}

      {}
      : a property lacks the key "type"; add the type of the property's value

      {"type": "integer"}
      .type: "integer" is no property type; a link is {"type": "object", "objectType": "integer"}

      {"type": "String"}
      .type: "String" is no property type; did you mean "string"?

      {"type": "list"}
      : a property lacks the key "objectType"; add the type of the elements

      {"type": "object"}
      : a property lacks the key "objectType"; add the type of the objects

      {"type": "list", "objectType": "int?"}
      .objectType: "int?" is no type's name; write the bare name; "optional": true says that elements may be null

      {"type": "int", "objectType": "Dog"}
      .objectType: "int" has no "objectType"; take it out, or make the type "object", "list", "set" or "dictionary"

      {"type": "int", "property": "x"}
      .property: only linking objects have a "property"; take it out

      {"type": "linkingObjects", "objectType": "A", "default": []}
      .default: linking objects are computed and have no default; take it out

      {"type": "int", "Indexed": true}
      .Indexed: unknown key "Indexed"; did you mean "indexed"?

      {"type": "int", "default": "5"}
      .default: this is the string "5"; it must be an integer from -9223372036854775808 to 9223372036854775807

      {"type": "int", "default": null}
      .default: null in the required property "p" of type "int"; give it a value

      {"type": "object", "objectType": "A", "default": "a0"}
      .default: no object has the $id "a0"; add the object, or take the link out
      """#))
  func errors(_ notation: String, _ expected: String) {
    let text = message { () throws(InputError) in _ = try read(notation) }
    #expect(text == "h.json: versions[0].schema[0].properties.p\(expected)")
  }
}
