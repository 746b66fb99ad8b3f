import MigCheckText

#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckEngines
  import MigCheckFormats
  import MigCheckModel

  /// How the versions of a Core Data model are read.
  struct ModelOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The versions of a Core Data model, oldest first, between commas. (default: by name)",
        valueName: "names"))
    var order: String?
    @Option(
      parsing: .singleValue,
      help: ArgumentHelp(
        "An upgrade that has a mapping model of its own, as 9:10; may be given several times.",
        valueName: "from:to"),
      transform: ModelOptions.parseHop)
    var custom: [InferenceMatrix.Hop] = []
    @Option(
      help: ArgumentHelp(
        "How the app opens a store of an older Core Data model: inferred, mapping-models, manual or "
          + "none. (default: inferred)",
        valueName: "way"),
      transform: { text in
        guard let opening = CoreDataOpening(rawValue: text) else {
          throw ValidationError("write inferred, mapping-models, manual or none")
        }
        return opening
      })
    var opening: CoreDataOpening?

    var names: [String]? {
      order.map { text in
        text.split(separator: ",", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
    }

    /// - Throws: `UsageError` for an upgrade that the bundle does not have.
    func requireCustom(in bundle: CoreDataBundle) throws -> Set<InferenceMatrix.Hop> {
      for number in custom.flatMap({ [$0.from, $0.to] }) where bundle.version(number) == nil {
        throw UsageError(
          "--custom names version \(number); \(bundle.name) has the versions 1 to "
            + "\(bundle.versions.count)")
      }
      return Set(custom)
    }

    @Sendable static func parseHop(_ text: String) throws -> InferenceMatrix.Hop {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
      guard parts.count == 2, let from = parts[0], let to = parts[1], from < to else {
        throw ValidationError("write two versions, the lower one first, such as 9:10")
      }
      return InferenceMatrix.Hop(from: from, to: to)
    }
  }

  /// Core Data models as arguments.
  enum ModelArgument {
    /// Whether a path names a model, or a folder in which there are some.
    static func isModel(_ path: String?) -> Bool {
      path.map { !$0.isEmpty && CoreDataBundleReader.kind(of: $0) != nil } ?? false
    }

    /// - Returns: all bundles that a path names, or `nil` if it has nothing to do with Core Data.
    static func bundles(
      at path: String?, _ options: ModelOptions
    ) throws -> [CoreDataBundle]? {
      guard let path, isModel(path) else {
        guard options.order == nil, options.custom.isEmpty, options.opening == nil else {
          throw UsageError(
            "--order, --custom and --opening are about Core Data models (*.xcdatamodeld)")
        }
        return nil
      }
      return try CoreDataBundleReader.read(path: path, order: options.names)
    }

    /// - Returns: `nil` if a path has nothing to do with Core Data.
    /// - Throws: `UsageError` if a folder holds several bundles.
    static func onlyBundle(
      at path: String?, _ options: ModelOptions
    ) throws -> CoreDataBundle? {
      guard let path, isModel(path) else {
        _ = try bundles(at: path, options)
        return nil
      }
      return try onlyBundle(at: path, options) as CoreDataBundle
    }

    /// - Throws: `UsageError` if a folder holds several bundles.
    static func onlyBundle(at path: String, _ options: ModelOptions) throws -> CoreDataBundle {
      let bundles = try CoreDataBundleReader.read(path: path, order: options.names)
      guard bundles.count == 1 else {
        throw UsageError(
          (["there are several models in \(path); name the one that is meant:"]
            + bundles.map { "  \($0.path)" }).joined(separator: "\n"))
      }
      return bundles[0]
    }
  }
#endif
