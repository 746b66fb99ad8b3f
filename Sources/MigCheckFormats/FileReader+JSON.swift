import MigCheckModel
import MigCheckText

/// Reads JSON documents.
extension FileReader {
  /// Reads and parses a JSON document.
  ///
  /// - Throws: `InputError`; for a syntax error with its line and column.
  package static func json(path: String) throws(InputError) -> JSON {
    try document(path: path).json
  }

  /// The same, with its place for messages.
  static func document(path: String) throws(InputError) -> JSONNode {
    let bytes = try read(path: path)
    try requireNoOtherEncoding(bytes, file: path)
    // White space is all that may stand around a value.
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw InputError(file: path, problem: "the file is empty", remedy: "write JSON into it")
    }
    guard !bytes.starts(with: "SQLite format 3\0".utf8) else {
      throw InputError(
        file: path, problem: "this is a SQLite database, not JSON", remedy: "name a JSON file")
    }
    let json = try parse(bytes[...], file: path)
    return JSONNode(json, source: DocumentSource(file: path, outline: JSONOutline(bytes)))
  }

  static func parse(
    _ bytes: ArraySlice<UInt8>, file: String, firstLine: Int? = nil
  ) throws(InputError) -> JSON {
    let result: Result<JSON, JSONSyntaxError> = bytes.withUnsafeBufferPointer { buffer in
      do throws(JSONSyntaxError) {
        return .success(try JSON.parse(buffer))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let json): return json
    case .failure(let error): throw InputError(error, file: file, firstLine: firstLine)
    }
  }
}
