import MigCheckText

#if CommandLine
  import MigCheckCoreData
  import MigCheckModel

  /// The JSON of `migcheck paths` for Core Data models: one object a bundle.
  enum ModelPathsJSON {
    /// The versions with their version hashes, without the pairs.
    static func hashes(_ bundle: CoreDataBundle) -> JSON {
      .object(head(bundle) { hashes($0.model.versionHashes) })
    }

    static func json(_ bundle: CoreDataBundle, _ matrix: InferenceMatrix) -> JSON {
      .object(
        head(bundle) { _ in [] } + [
          JSON.Member("pairs", .array(matrix.pairs.map { pair($0, matrix) }))
        ])
    }

    private static func head(
      _ bundle: CoreDataBundle, _ more: (CoreDataVersion) -> [JSON.Member]
    ) -> [JSON.Member] {
      [
        JSON.Member("name", .string(bundle.name)),
        JSON.Member("rules", .string("coredata")),
        JSON.Member("current", bundle.current.map { .integer($0) } ?? .null),
        JSON.Member(
          "versions",
          .array(
            bundle.versions.map { version in
              .object(
                [
                  JSON.Member("version", .integer(version.number)),
                  JSON.Member("name", .string(version.name)),
                ] + more(version))
            })),
        JSON.Member(
          "equalChecksums",
          .array(
            EqualChecksums.groups(of: bundle.versions).map { group in
              .array(group.map { .integer($0.number) })
            })),
      ]
    }

    private static func hashes(_ hashes: VersionHashes) -> [JSON.Member] {
      [
        JSON.Member("checksum", .string(hashes.checksum)),
        JSON.Member("digest", .string(hashes.digest)),
        JSON.Member(
          "entities",
          .array(
            hashes.entities.map { entity in
              .object([
                JSON.Member("name", .string(entity.name.text)),
                JSON.Member("hex", .string(Hexadecimal.text(entity.hash))),
                JSON.Member("base64", .string(VersionHashes.base64(entity.hash))),
              ])
            })),
        JSON.Member(
          "unconfirmed", .array(hashes.unconfirmed.map { .string($0.description) })),
      ]
    }

    private static func pair(_ pair: InferenceMatrix.Pair, _ matrix: InferenceMatrix) -> JSON {
      var members = [
        JSON.Member("from", .integer(pair.from)), JSON.Member("to", .integer(pair.to)),
        JSON.Member("verdict", .string(pair.verdict.name)),
      ]
      if !pair.refusals.isEmpty {
        members.append(JSON.Member("reasons", .array(pair.refusals.map(problem))))
      }
      if !pair.warnings.isEmpty {
        members.append(JSON.Member("warnings", .array(pair.warnings.map(problem))))
      }
      if pair.verdict == .notInferable {
        let route = matrix.route(from: pair.from, to: pair.to)
        members.append(
          JSON.Member("stepwise", route.map { .array($0.map { .integer($0) }) } ?? .null))
      }
      return .object(members)
    }

    private static func problem(_ problem: InferenceProblem) -> JSON {
      .object([
        JSON.Member("entity", .string(problem.entity.text)),
        JSON.Member("property", problem.property.map { .string($0.text) } ?? .null),
        JSON.Member("reason", .string(problem.reason.description)),
      ])
    }
  }

  extension InferenceMatrix.Verdict {
    /// The name in JSON.
    fileprivate var name: String {
      switch self {
      case .noMigration: "noMigration"
      case .inferred: "inferred"
      case .undocumented: "undocumented"
      case .notInferable: "mappingNotInferable"
      case .custom: "custom"
      case .severalMigrations: "severalMigrations"
      case .noStage: "noStage"
      }
    }
  }
#endif
