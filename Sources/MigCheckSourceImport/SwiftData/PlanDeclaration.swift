#if RealmImport
  import MigCheckModel

  /// A `SchemaMigrationPlan` of an app.
  struct PlanDeclaration {
    struct Stage {
      var from: [String]
      var to: [String]
      var isCustom: Bool
      var place: SourcePlace
    }

    var path: [String]
    var place: SourcePlace
    /// The paths of the schemas that it lists, each once.
    var schemas: [[String]]
    var stages: [Stage]

    var name: String { path.joined(separator: ".") }
  }

  extension DeclarationIndex {
    /// The plans that the app declares.
    var plans: [TypeDeclaration] {
      types.filter { $0.kind != .protocol && conforms($0.path, to: ["SchemaMigrationPlan"]) }
    }

    func plan(
      _ type: TypeDeclaration, of schemas: [SchemaDeclaration], notes: inout [ImportNote]
    ) -> PlanDeclaration {
      var plan = PlanDeclaration(path: type.path, place: type.place, schemas: [], stages: [])
      addSchemas(to: &plan, of: schemas, notes: &notes)
      addStages(to: &plan, notes: &notes)
      return plan
    }

    private func addSchemas(
      to plan: inout PlanDeclaration, of schemas: [SchemaDeclaration], notes: inout [ImportNote]
    ) {
      guard let declared = requirement("schemas", of: plan.path),
        let value = declared.value(true),
        let list = typeList(value, in: plan.path, orInitial: true)
      else {
        let place = requirement("schemas", of: plan.path)?.place ?? plan.place
        notes.append(
          ImportNote(place, "the schemas of the plan \(plan.name) are not a list of types"))
        return
      }
      for foreign in list.foreign {
        notes.append(
          ImportNote(
            declared.place,
            "the plan \(plan.name) lists \(foreign), which is declared in none of the files"))
      }
      for path in list.paths {
        let name = path.joined(separator: ".")
        if !schemas.contains(where: { $0.path == path }) {
          notes.append(
            ImportNote(
              declared.place, "the plan \(plan.name) lists \(name), which is not a VersionedSchema")
          )
        } else if plan.schemas.contains(path) {
          notes.append(
            ImportNote(
              declared.place,
              "the plan \(plan.name) lists \(name) twice, which stops the app at launch; here it "
                + "counts once", .fault))
        } else {
          plan.schemas.append(path)
        }
      }
    }

    // MARK: Stages

    private func addStages(to plan: inout PlanDeclaration, notes: inout [ImportNote]) {
      guard let declared = requirement("stages", of: plan.path) else {
        notes.append(ImportNote(plan.place, "the plan \(plan.name) has no stages that stand here"))
        return
      }
      let placed = declared.value(true).map {
        Placed(expression: $0, scope: plan.path, place: declared.place)
      }
      guard let placed, let stages = stages(placed) else {
        notes.append(
          ImportNote(
            declared.place,
            "the stages of the plan \(plan.name) are not a list of lightweight and custom stages"))
        return
      }
      plan.stages = stages
    }

    /// The stages that `[.lightweight(fromVersion: V1.self, toVersion: V2.self), second]` lists.
    private func stages(_ placed: Placed, depth: Int = 0) -> [PlanDeclaration.Stage]? {
      guard depth < 20 else { return nil }
      func all(_ expressions: [SourceExpression]) -> [PlanDeclaration.Stage]? {
        let lists = expressions.map { expression in
          var part = placed
          part.expression = expression
          return stages(part, depth: depth + 1)
        }
        return lists.contains { $0 == nil } ? nil : lists.compactMap { $0 }.flatMap { $0 }
      }
      switch placed.expression {
      case .array(let elements): return all(elements)
      case .sum(let terms): return all(terms)
      case .name(let path):
        return constant(path, in: placed.scope, orInitial: true).flatMap {
          stages($0, depth: depth + 1)
        }
      case .call(let path, _, let arguments): return stage(path, arguments, placed).map { [$0] }
      default: return nil
      }
    }

    private func stage(
      _ path: [String], _ arguments: [SourceExpression.Argument], _ placed: Placed
    ) -> PlanDeclaration.Stage? {
      guard let kind = path.last, ["lightweight", "custom"].contains(kind) else { return nil }
      func version(_ label: String) -> [String]? {
        arguments.first { $0.label == label }.flatMap {
          listedType($0.value, in: placed.scope, orInitial: true)?.paths.first
        }
      }
      guard let from = version("fromVersion"), let to = version("toVersion"),
        let place = placed.place
      else { return nil }
      return PlanDeclaration.Stage(from: from, to: to, isCustom: kind == "custom", place: place)
    }
  }
#endif
