#if CommandLine
  import MigCheckModel
  import MigCheckReports
  import MigCheckHistory
  import MigCheckVerifier

  /// The text of `migcheck paths` for a subject that has nothing to upgrade yet.
  struct SingleVersionText {
    let subject: any Subject

    var text: String {
      var lines = [
        "\(ValueText.prose(subject.name)) (\(subject.rules)): "
          + "1 version, so there is nothing to upgrade yet"
      ]
      for version in subject.versions {
        lines += ["", "\(version.number)"]
        let names = version.schema.types.map {
          ValueText.prose($0.name.text + ($0.isEmbedded ? " (embedded)" : ""))
        }
        let width = names.map(\.count).max() ?? 0
        lines += zip(names, version.schema.types).map { name, type in
          let properties = type.properties.map { "\($0.name): \($0.notation)" }
          return "  \(Column.padded(name, to: width))  "
            + ValueText.prose(properties.joined(separator: ", "))
        }
      }
      return ColumnText.fitted(lines).map { $0 + "\n" }.joined()
    }
  }
#endif
