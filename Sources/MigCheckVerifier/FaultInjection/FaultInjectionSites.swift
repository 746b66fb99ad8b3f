import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Where an upgrade can be damaged so that a check must notice.
struct FaultInjectionSites {
  struct Place: Sendable {
    /// Position of the version that the hop starts from.
    var start: Int
    /// Position of the version that it leads to.
    var end: Int
    var hop: Hop
    var corruption: Corruption
    /// Whether values that the migration wrote may be damaged too.
    var writes: Bool
    var notice: Notice
  }

  /// Who can notice a corruption.
  enum Notice: Sendable {
    /// A check that needs no word of the author's.
    case due
    /// The comparison of paths, if the author had not told it to ignore the place.
    case ignored
    /// An invariant only: there is one path, and the migration writes what is damaged.
    case invariantOnly
  }

  /// How many places of one sort are tried.
  private static let limit = 10

  let span: VersionSpan

  /// The best places first, in an order that the seed decides.
  ///
  /// 1. What the migration leaves alone on any hop: `data-preserved` must notice.
  /// 2. What it writes, on a hop to the last version beside which there are other paths:
  ///    `paths-agree` must notice, unless the place is ignored.
  /// 3. What it writes and the author ignores there.
  /// 4. What it writes where there is one path: nobody but the author knows what is right.
  func places(of kind: InjectedFault.Kind, source: inout RandomSource) -> [Place] {
    let last = span.versions.count - 1
    var hops = span.starts.indices.flatMap { from in span.targets(from: from).map { (from, $0) } }
    // What has shipped may be wrong as it is.
    hops.removeAll { span.hasShipped(span.plan(from: $0, to: $1).hop) }
    source.shuffle(&hops)
    var places = [Place]()
    for (from, to) in hops where places.count < Self.limit {
      var damages = untouched(kind, plan: span.plan(from: from, to: to))
      source.shuffle(&damages)
      places += damages.prefix(3).map { place($0, from, to, writes: false, .due) }
    }
    for notice in [Notice.due, .ignored, .invariantOnly] {
      var found = [Place]()
      for (from, to) in hops where to == last && found.count < Self.limit {
        var damages = kept(kind, plan: span.plan(from: from, to: to)).filter { corruption in
          notice
            == (span.pathCount(from: from) == 1
              ? .invariantOnly : isIgnored(corruption) ? .ignored : .due)
        }
        source.shuffle(&damages)
        found += damages.prefix(3).map { place($0, from, to, writes: true, notice) }
      }
      places += found
    }
    return places
  }

  private func place(
    _ corruption: Corruption, _ from: Int, _ to: Int, writes: Bool, _ notice: Notice
  ) -> Place {
    Place(
      start: from, end: to, hop: span.plan(from: from, to: to).hop, corruption: corruption,
      writes: writes,
      notice: notice)
  }

  /// Types and properties that are there before and after a hop, as they were.
  private func untouched(_ kind: InjectedFault.Kind, plan: HopPlan) -> [Corruption] {
    plan.types.enumerated().flatMap { index, type -> [Corruption] in
      let old = plan.old.types[index]
      guard let new = type.new, !type.isDropped, !old.isEmbedded, !plan.new.types[new].isEmbedded,
        plan.new.types[new].name == type.name
      else { return [] }
      let properties = old.storedProperties.enumerated().filter { column, property in
        guard !type.isPropertyDropped[column], plan.keeps(property.name, of: plan.new.types[new]),
          let other = plan.new.types[new].storedProperties.first(where: {
            $0.name == property.name
          }), case .kept = HopPlan.relation(property, other)
        else { return false }
        return true
      }
      return damages(kind, type: plan.new.types[new], names: properties.map(\.element.name))
    }
  }

  /// Types that are there before and after a hop, with all properties that they have after it and
  /// nobody gives up.
  private func kept(_ kind: InjectedFault.Kind, plan: HopPlan) -> [Corruption] {
    plan.types.enumerated().flatMap { index, type -> [Corruption] in
      guard let new = type.new, !type.isDropped, !plan.old.types[index].isEmbedded,
        !plan.new.types[new].isEmbedded, plan.new.types[new].name == type.name
      else { return [] }
      let properties = plan.new.types[new].storedProperties.filter { property in
        plan.keeps(property.name, of: plan.new.types[new])
          && !plan.drops.contains { $0.names(property.name, of: type.name) }
      }
      return damages(kind, type: plan.new.types[new], names: properties.map(\.name))
    }
  }

  private func damages(_ kind: InjectedFault.Kind, type: ObjectType, names: [Name])
    -> [Corruption]
  {
    let properties = type.storedProperties.filter { property in
      names.contains { $0 == property.name }
    }
    switch kind {
    case .dropObject: return [.dropObject(type: type.name)]
    case .nullProperty:
      return properties.map { .nullProperty(type: type.name, property: $0.name) }
    case .swapProperties:
      return properties.enumerated().flatMap { position, first in
        properties[(position + 1)...].filter { second in
          first.hasSameContent(as: second) && first.isOptional == second.isOptional
        }.map { .swapProperties(type: type.name, first: first.name, second: $0.name) }
      }
    case .skipStep: return []
    }
  }

  private func isIgnored(_ corruption: Corruption) -> Bool {
    span.ignoring.contains { path in
      path.type == corruption.type
        && (path.property.map { property in
          corruption.properties.contains { $0 == property }
        } ?? true)
    }
  }
}

extension HopPlan {
  /// Whether the engine says nothing of a property but that it stays as it was.
  fileprivate func keeps(_ property: Name, of type: ObjectType) -> Bool {
    mapping.map { mapping in
      let origin = mapping.origin(of: property, in: type)
      return origin.isKept && origin.source == property
    } ?? true
  }
}
