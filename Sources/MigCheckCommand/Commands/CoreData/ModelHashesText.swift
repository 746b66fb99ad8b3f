import MigCheckText

#if CommandLine
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// The text of `migcheck paths --hashes`: the version hashes of each version.
  struct ModelHashesText {
    let bundle: CoreDataBundle

    var text: String {
      let count = CountText.text(bundle.versions.count, "version")
      var lines = ["\(ValueText.prose(bundle.name)) (coredata): \(count)"]
      for version in bundle.versions { lines += [""] + self.lines(of: version) }
      for group in EqualChecksums.groups(of: bundle.versions) {
        lines += [
          "",
          "equal checksums: "
            + group.map { "\($0.number) (\(ValueText.prose($0.name)))" }.joined(separator: ", "),
        ]
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private func lines(of version: CoreDataVersion) -> [String] {
      let hashes = version.model.versionHashes
      var lines = [
        "\(version.number)  \(ValueText.prose(version.name))", "  checksum  \(hashes.checksum)",
        "  digest    \(hashes.digest)",
      ]
      for entity in hashes.entities {
        lines += [
          "  \(ValueText.prose(entity.name.text))", "    hex     \(Hexadecimal.text(entity.hash))",
          "    base64  \(VersionHashes.base64(entity.hash))",
        ]
      }
      guard !hashes.unconfirmed.isEmpty else { return lines }
      return lines + ["  not confirmed by a real store"]
        + hashes.unconfirmed.map { "    \(ValueText.prose($0.description))" }
    }
  }

  /// Versions that Core Data takes for one.
  enum EqualChecksums {
    /// Each group of two versions and more, in the order of the bundle.
    static func groups(of versions: [CoreDataVersion]) -> [[CoreDataVersion]] {
      var places = [String: Int]()
      var groups = [[CoreDataVersion]]()
      for version in versions {
        let checksum = version.model.versionHashes.checksum
        if let place = places[checksum] {
          groups[place].append(version)
        } else {
          places[checksum] = groups.count
          groups.append([version])
        }
      }
      return groups.filter { $0.count > 1 }
    }
  }
#endif
