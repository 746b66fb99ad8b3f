import MigCheckText

/// A name out of a file as messages show it.
package func quoted(_ name: Name) -> String { quoted(name.text) }

/// `"a"`, `"a" and "b"`, `"a", "b" and "c"`; of many names only the first ones.
package func quotedList(_ names: [Name]) -> String { quotedList(names.map(\.text)) }
