#if CommandLine
  import MigCheckModel
  import MigCheckReports
  import MigCheckEngines
  import MigCheckVerifier

  /// The text of `migcheck paths` for a history that has nothing to upgrade yet.
  struct SingleVersionText {
    let history: History

    var text: String {
      var lines = [
        "\(ValueText.prose(history.name)) (\(history.engine.rawValue)): "
          + "1 version, so there is nothing to upgrade yet"
      ]
      for stage in history.stages {
        lines += ["", "\(stage.number)"]
        let names = stage.schema.types.map {
          ValueText.prose($0.name + ($0.isEmbedded ? " (embedded)" : ""))
        }
        let width = names.map(\.count).max() ?? 0
        lines += zip(names, stage.schema.types).map { name, type in
          let properties = type.properties.map { "\($0.name): \($0.notation)" }
          return "  \(Column.padded(name, to: width))  "
            + ValueText.prose(properties.joined(separator: ", "))
        }
      }
      return ColumnText.fitted(lines).map { $0 + "\n" }.joined()
    }
  }
#endif
