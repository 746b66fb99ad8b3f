#if CommandLine
  import ArgumentParser
  import MigCheckModel
  import MigCheckVerifier

  /// A kind of subject that a path can name, such as folders of SQL migrations.
  ///
  /// A new kind is a file and a line in `SubjectKinds`.
  protocol SubjectKind {
    /// The options that only this kind has.
    associatedtype Options: KindOptions
    /// What a subject of this kind is, such as `a history`.
    static var noun: String { get }
    /// Whether the path names a subject of this kind, by its name and its content.
    static func recognises(_ path: String) -> Bool
    /// - Throws: `InputError`, `UsageError`.
    static func load(
      _ path: String, _ options: Options, _ request: SubjectRequest
    ) throws -> any LoadedSubject
    /// The subject beside which a case was saved by default; `nil`: it is not known.
    static func path(besideCases path: String) -> String?
    /// Writes what `paths` says of this kind in its own way.
    ///
    /// - Returns: whether there is such a way.
    static func showPaths(
      _ path: String, _ command: PathsCommand, _ request: SubjectRequest
    ) throws -> Bool
  }

  extension SubjectKind {
    static func path(besideCases path: String) -> String? { nil }

    static func showPaths(
      _ path: String, _ command: PathsCommand, _ request: SubjectRequest
    ) throws -> Bool { false }

    /// The options of this kind among all that a command takes; as if none were given if the command
    /// takes none of them.
    static func options(in request: SubjectRequest) throws -> Options {
      try request.options.lazy.compactMap { $0 as? Options }.first ?? Options.parse([])
    }

    fileprivate static func load(_ path: String, _ request: SubjectRequest) throws
      -> any LoadedSubject
    {
      try request.refuseForeign(to: Self.self, path)
      return try load(path, options(in: request), request)
    }
  }

  /// Options that subjects of one kind have, and no others.
  protocol KindOptions: ParsableArguments {
    /// Which subjects have them, such as `folders of SQL migrations`.
    static var owners: String { get }
    /// The names of those that are given, such as `--base`.
    var given: [String] { get }
  }

  extension KindOptions {
    /// - Parameters:
    ///   - name: the path or the name of a subject that does not have them.
    ///   - noun: what that is, such as `a history`.
    /// - Throws: `UsageError` if any is given.
    func refuse(for name: String, _ noun: String) throws {
      try OptionOwners(Self.owners).refuse(given, for: name, noun)
    }
  }

  /// The subjects that have an option, such as `folders of SQL migrations`.
  struct OptionOwners {
    private let owners: String

    init(_ owners: String) { self.owners = owners }

    /// - Parameter options: the names of those that are given.
    /// - Throws: `UsageError` if there are any.
    func refuse(_ options: [String], for name: String, _ noun: String) throws {
      guard let last = options.last else { return }
      let others = options.dropLast().joined(separator: ", ")
      throw UsageError(
        (others.isEmpty ? "\(last) is" : "\(others) and \(last) are")
          + " about \(owners); \(name) is \(noun)")
    }
  }

  /// Of kinds without options of their own.
  struct NoKindOptions: KindOptions {
    static let owners = "no subjects"
    var given: [String] { [] }
  }

  /// How a subject is to be loaded.
  struct SubjectRequest {
    /// The options of all kinds that the command takes.
    var options: [any KindOptions] = []
    /// The last version that upgrades go to; `nil`: the last of all.
    var last: UInt64?
    /// Cases that will be run: they may define functions which are said nowhere else.
    var cases: [String] = []

    /// Refuses the options of other kinds.
    ///
    /// - Throws: `UsageError` if any is given.
    func refuseForeign<Kind: SubjectKind>(to kind: Kind.Type, _ path: String) throws {
      try refuseAll(but: Kind.Options.owners, path, Kind.noun)
    }

    /// - Parameters:
    ///   - owners: the subjects whose options are right here; `nil`: none are.
    ///   - name: the path or the name of the subject at hand.
    ///   - noun: what that is.
    func refuseAll(but owners: String?, _ name: String, _ noun: String) throws {
      for group in options where type(of: group).owners != owners {
        try group.refuse(for: name, noun)
      }
    }
  }

  /// All kinds of subjects, the most particular first: each path is of the first that recognises it.
  enum SubjectKinds {
    static var all: [any SubjectKind.Type] {
      [CoreDataModelKind.self, SQLFolderKind.self, HistoryKind.self]
    }

    static func kind(of path: String) -> any SubjectKind.Type {
      all.first { $0.recognises(path) } ?? HistoryKind.self
    }

    /// - Throws: `InputError`, `UsageError`, also for options that another kind has.
    static func load(_ path: String, _ request: SubjectRequest) throws -> any LoadedSubject {
      guard !path.isEmpty else { throw UsageError("the path of the history is empty; name a file") }
      return try kind(of: path).load(path, request)
    }

    /// What the command is built around.
    ///
    /// - Returns: `nil` if it is not built around a subject.
    /// - Throws: `UsageError` for options that a subject in Swift does not have.
    static func embedded(_ request: SubjectRequest) throws -> (any LoadedSubject)? {
      guard let embedded = MigCheckCommand.embedded else { return nil }
      try request.refuseAll(but: nil, ValueText.escaped(embedded.subject.name), embedded.noun)
      return embedded
    }

    /// The subject that cases name, found next to them.
    ///
    /// - Returns: `nil` if none of them lies beside a subject.
    static func load(besideCases request: SubjectRequest) throws -> (any LoadedSubject)? {
      for path in request.cases {
        for kind in all {
          guard let found = kind.path(besideCases: path) else { continue }
          return try kind.load(found, request)
        }
      }
      return nil
    }
  }
#endif
