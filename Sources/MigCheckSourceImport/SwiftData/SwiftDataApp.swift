#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// What of an app's source code makes up its SwiftData store.
  package struct SwiftDataChoice: Sendable {
    package var conditions = CompilationConditions()
    /// The name of the plan that the store is opened with; `nil`: the only one.
    package var plan: String?
    /// The names of the models that the store has, where no version lists them; `nil`: all.
    package var types: [String]?

    package init() {}
  }

  /// One version of a SwiftData store.
  package struct SwiftDataVersion: Sendable {
    /// What reports call it: a version identifier, the name of a type, or a tag; `nil`: nothing.
    package var label: String?
    package var model: CoreDataModel
    /// Whether a custom stage leads into it.
    package var isCustom = false
    /// The type, for messages; `nil`: the models stand in no `VersionedSchema`.
    var schema: String?
  }

  /// The versions that the source code of an app declares, in one state of it.
  struct SwiftDataApp {
    /// Oldest first.
    private(set) var versions = [SwiftDataVersion]()
    /// Whether the versions are those of a plan with stages.
    private(set) var isPlan = false
    /// The plan that they are of.
    private(set) var plan: PlanDeclaration?
    /// All notes, in the order of their places.
    var notes: [ImportNote] {
      (sharedNotes + planNotes + versionNotes.flatMap { $0 }).inOrder
    }
    /// Those that concern the newest version.
    var newestNotes: [ImportNote] { (sharedNotes + (versionNotes.last ?? [])).inOrder }
    private var sharedNotes = [ImportNote]()
    private var planNotes = [ImportNote]()
    /// For each version.
    private var versionNotes = [[ImportNote]]()

    /// - Throws: `InputError` if it is not clear which plan the store is opened with.
    /// - Complexity: O(*n*) in the number of declarations.
    init(_ files: [SourceDeclarations], _ choice: SwiftDataChoice) throws {
      let index = DeclarationIndex(files)
      sharedNotes = index.problems
      noteSyntaxErrors(files)
      noteMisplacedModels(files)
      let schemas = index.versionedSchemas(notes: &sharedNotes)
      plan = try Self.plan(of: index, schemas, choice, notes: &planNotes)
      if let plan {
        add(plan, of: schemas, index)
      } else if !schemas.isEmpty {
        for schema in schemas.inVersionOrder { add(schema, index) }
      } else {
        addUnversioned(index, choice)
      }
    }

    /// Only of files in which something of the store is declared.
    private mutating func noteSyntaxErrors(_ files: [SourceDeclarations]) {
      for file in files where file.types.contains(where: \.isSwiftDataRoot) {
        guard let place = file.syntaxError else { continue }
        sharedNotes.append(
          ImportNote(
            place, "a syntax error stands here; what follows in this file may be misread"))
      }
    }

    private mutating func noteMisplacedModels(_ files: [SourceDeclarations]) {
      for type in files.flatMap(\.types) {
        let kind: String
        switch type.kind {
        case .structure: kind = "a structure"
        case .enumeration: kind = "an enumeration"
        default: continue
        }
        guard type.attributes.contains(where: { $0.name == "Model" }) else { continue }
        sharedNotes.append(
          ImportNote(
            type.place,
            "\(type.path.joined(separator: ".")) is left out: it is \(kind), and @Model applies to "
              + "classes alone"))
      }
    }

    // MARK: Plans

    private static func plan(
      of index: DeclarationIndex, _ schemas: [SchemaDeclaration], _ choice: SwiftDataChoice,
      notes: inout [ImportNote]
    ) throws -> PlanDeclaration? {
      let plans = index.plans
      if let name = choice.plan, !plans.isEmpty {
        let chosen = plans.filter {
          $0.path.joined(separator: ".") == name || $0.name == name
        }
        guard let plan = chosen.first else {
          let names = plans.map { $0.path.joined(separator: ".") }
          throw InputError(
            .notFound, file: "", problem: "no plan is called '\(name)'",
            remedy: "the plans are \(names.joined(separator: ", "))")
        }
        return index.plan(plan, of: schemas, notes: &notes)
      }
      guard let first = plans.first else { return nil }
      guard plans.count == 1 else {
        let names = plans.map { "\($0.path.joined(separator: ".")) (\($0.place))" }
        throw InputError(
          file: first.place.file, line: first.place.line,
          problem: "the sources declare several plans: \(names.joined(separator: ", "))",
          remedy: "say which one the store is opened with, such as --plan \(first.name)")
      }
      let plan = index.plan(first, of: schemas, notes: &notes)
      for schema in schemas where !plan.schemas.contains(schema.path) && !plan.schemas.isEmpty {
        notes.append(
          ImportNote(
            schema.place,
            "\(schema.name) is left out: the plan \(plan.name) does not list it, and refuses its "
              + "stores (134504)", .fault))
      }
      return plan
    }

    private mutating func add(
      _ plan: PlanDeclaration, of schemas: [SchemaDeclaration], _ index: DeclarationIndex
    ) {
      for path in plan.schemas {
        if let schema = schemas.first(where: { $0.path == path }) { add(schema, index) }
      }
      // Without any stage, stores are migrated as if there were no plan.
      isPlan = !plan.stages.isEmpty
      noteStages(of: plan)
      for (position, path) in plan.schemas.enumerated().dropFirst() {
        let previous = plan.schemas[position - 1]
        guard let stage = plan.stages.first(where: { $0.from == previous && $0.to == path }) else {
          continue
        }
        guard stage.isCustom else { continue }
        versions[position].isCustom = true
        planNotes.append(
          ImportNote(
            stage.place,
            "the custom stage from \(previous.joined(separator: ".")) to "
              + "\(path.joined(separator: ".")) is code of the app and is not run; run it with the real "
              + "engine, as the article RealEngine shows\(refusal(at: position))", .remark))
      }
    }

    /// A custom stage has an inferred mapping, too, which fails on objects that it has no values for.
    private func refusal(at position: Int) -> String {
      let mapping = MappingInference.mapping(
        from: versions[position - 1].model, to: versions[position].model)
      guard let first = mapping.refusals.first else { return "" }
      return ". Its mapping cannot be inferred while there are objects: \(first)"
    }

    private mutating func noteStages(of plan: PlanDeclaration) {
      let pairs = zip(plan.schemas, plan.schemas.dropFirst()).map { ($0, $1) }
      for stage in plan.stages where !pairs.contains(where: { $0 == (stage.from, stage.to) }) {
        planNotes.append(
          ImportNote(
            stage.place,
            "the stage from \(stage.from.joined(separator: ".")) to "
              + "\(stage.to.joined(separator: ".")) is left out: these do not follow each other in the "
              + "schemas of the plan \(plan.name)", .fault))
      }
      for (place, stage) in plan.stages.enumerated() {
        let earlier = plan.stages[..<place].contains { $0.from == stage.from && $0.to == stage.to }
        guard earlier else { continue }
        planNotes.append(
          ImportNote(
            stage.place,
            "the plan \(plan.name) has a second stage from \(stage.from.joined(separator: ".")) to "
              + "\(stage.to.joined(separator: ".")), which stops the app at launch; the first one "
              + "counts here", .fault))
      }
      guard !pairs.isEmpty else { return }
      guard isPlan else {
        planNotes.append(
          ImportNote(
            plan.place,
            "the plan \(plan.name) has no stages: its versions count as migrated automatically",
            .remark))
        return
      }
      for (from, to) in pairs
      where !plan.stages.contains(where: { $0.from == from && $0.to == to }) {
        planNotes.append(
          ImportNote(
            plan.place,
            "the plan \(plan.name) has no stage from \(from.joined(separator: ".")) to "
              + "\(to.joined(separator: ".")), without which stores stay behind; it counts as "
              + "lightweight here", .fault))
      }
    }

    // MARK: Versions

    private mutating func add(_ schema: SchemaDeclaration, _ index: DeclarationIndex) {
      let assembly = ModelAssembly(index, schema.models)
      versionNotes.append(assembly.problems)
      if versions.contains(where: { $0.label == schema.label }) {
        planNotes.append(
          ImportNote(
            schema.place,
            "\(schema.name) has the version identifier of an earlier version, "
              + "\(schema.label); it is named by its type here", .remark))
      }
      let isTaken = versions.contains { $0.label == schema.label }
      versions.append(
        SwiftDataVersion(
          label: isTaken ? schema.name : schema.label, model: assembly.model, schema: schema.name))
    }

    private mutating func addUnversioned(_ index: DeclarationIndex, _ choice: SwiftDataChoice) {
      var paths = [[String]]()
      for type in index.types where index.isModel(type.path) {
        if paths.contains(type.path) {
          sharedNotes.append(
            ImportNote(
              type.place,
              "\(type.path.joined(separator: ".")) is left out here: it is declared elsewhere as well"
            ))
          continue
        }
        guard choice.types.map({ $0.contains(type.name) }) ?? true else { continue }
        paths.append(type.path)
      }
      guard !paths.isEmpty else { return }
      let assembly = ModelAssembly(index, paths)
      versionNotes = [assembly.problems]
      versions = [SwiftDataVersion(label: nil, model: assembly.model, schema: nil)]
    }
  }

  extension [SchemaDeclaration] {
    /// By their version identifiers, number by number; those without one in the order of the sources.
    fileprivate var inVersionOrder: [SchemaDeclaration] {
      enumerated().sorted { first, second in
        let (one, other) = (first.element.numbers, second.element.numbers)
        return one == other
          ? first.offset < second.offset : one.lexicographicallyPrecedes(other)
      }.map(\.element)
    }
  }

  extension SchemaDeclaration {
    fileprivate var numbers: [Int] {
      identifier?.split(separator: ".").compactMap { Int($0) } ?? []
    }
  }
#endif
