import MigCheckFormats
import MigCheckModel
import MigCheckText

/// The sentence of the error that reading ends with, or "read".
func message(_ read: () throws(InputError) -> Void) -> String {
  do throws(InputError) {
    try read()
    return "read"
  } catch {
    return error.description
  }
}

/// Parses a text that the test knows to be JSON.
func json(_ text: String) throws -> JSON { try JSON.parse(text) }
