#if RealmImport
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckModel

  /// Joins the classes of one version: those that they lead to, their parents, and inverses.
  struct ModelAssembly {
    let index: DeclarationIndex
    private var models = [ReadModel]()
    private(set) var problems = [ImportNote]()

    /// - Parameter paths: the classes that the version lists.
    init(_ index: DeclarationIndex, _ paths: [[String]]) {
      self.index = index
      var reader = ModelReader(index: index)
      var waiting = paths
      while !waiting.isEmpty {
        let path = waiting.removeFirst()
        if let known = models.first(where: { $0.path.last == path.last }) {
          if known.path != path { reportNamesake(path, known) }
          continue
        }
        guard let model = reader.read(path) else { continue }
        models.append(model)
        // SwiftData finds what models lead to; what is listed comes first.
        waiting += (model.parent.map { [$0] } ?? []) + model.links.map(\.target)
      }
      problems += reader.problems
      pairExplicitly()
      pairImplicitly()
    }

    /// With the names of the entities, and of those that are not in the same version.
    var model: CoreDataModel {
      CoreDataModel(
        entities: models.map { model in
          var entity = model.entity
          entity.parent = model.parent.map { Name($0.last ?? "") }
          entity.relationships = model.links.map(\.relationship)
          return entity
        })
    }

    private mutating func reportNamesake(_ path: [String], _ known: ReadModel) {
      guard let place = index.type(at: path)?.place else { return }
      problems.append(
        ImportNote(
          place,
          "\(path.joined(separator: ".")) has the entity name \(known.name) of "
            + "\(known.path.joined(separator: ".")) (\(known.place)), and a version with both counts "
            + "the latter", .remark))
    }

    // MARK: Inverses

    /// One side of a relationship.
    private struct Side: Equatable {
      var model: Int
      var link: Int
    }

    private func link(_ side: Side) -> ReadModel.Link { models[side.model].links[side.link] }

    private var sides: [Side] {
      models.indices.flatMap { model in
        models[model].links.indices.map { Side(model: model, link: $0) }
      }
    }

    private func model(named name: String?) -> Int? {
      models.firstIndex { $0.name == name }
    }

    /// Where only one side says which one the other is.
    private mutating func pairExplicitly() {
      for side in sides {
        guard let inverse = link(side).relationship.inverse else { continue }
        let target = model(named: link(side).target.last)
        guard let target, let other = inverseSide(inverse, of: target) else {
          models[side.model].links[side.link].relationship.inverse = nil
          report(side, "has the inverse \(inverse), which its destination has not")
          continue
        }
        let own = link(side).relationship.name
        if let known = link(other).relationship.inverse, known != own {
          models[side.model].links[side.link].relationship.inverse = nil
          report(side, "has the inverse \(inverse), whose own inverse is \(known)")
          continue
        }
        models[other.model].links[other.link].relationship.inverse = own
      }
    }

    /// A relationship of an entity, or of one that it inherits from.
    private func inverseSide(_ name: Name, of model: Int) -> Side? {
      var next: Int? = model
      var steps = 0
      while let current = next, steps <= models.count {
        if let link = models[current].links.firstIndex(where: { $0.relationship.name == name }) {
          return Side(model: current, link: link)
        }
        next = self.model(named: models[current].parent?.last)
        steps += 1
      }
      return nil
    }

    /// Where nothing is said, two relationships are each other's inverses if no others lead from one
    /// class to the other, and one of them is `T?`, so that it can be emptied.
    private mutating func pairImplicitly() {
      func open(from: Int, to: Int) -> [Side] {
        models[from].links.indices.filter { position in
          let link = models[from].links[position]
          return link.relationship.inverse == nil && model(named: link.target.last) == to
        }.map { Side(model: from, link: $0) }
      }
      for first in models.indices {
        for second in models.indices where second > first {
          let (there, back) = (open(from: first, to: second), open(from: second, to: first))
          guard there.count == 1, back.count == 1,
            link(there[0]).isOptionalToOne || link(back[0]).isOptionalToOne
          else { continue }
          models[first].links[there[0].link].relationship.inverse = link(back[0]).relationship.name
          models[second].links[back[0].link].relationship.inverse = link(there[0]).relationship.name
        }
      }
    }

    private mutating func report(_ side: Side, _ sentence: String) {
      let link = link(side)
      problems.append(
        ImportNote(
          link.place, "\(models[side.model].name).\(link.relationship.name) \(sentence)"))
    }
  }
#endif
