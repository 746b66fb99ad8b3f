import MigCheckText

/// What was tried: which types at which versions, which hazards, conditions, faults and crashes.
struct HTMLTried {
  let document: ReportDocument

  private static let listLimit = 100

  var markup: Markup {
    let tried = document.coverage
    let isEmpty = tried.types.isEmpty && tried.hazards.isEmpty
    return isEmpty
      ? .empty
      : HTMLPart.section("tried", "What was tried") {
        Markup.element("div", [.init("class", "card")]) {
          heat
          hazards
          conditions
          faults
          if let crashes = tried.crashes {
            Markup.element("p") {
              "Crashes: \(crashes.tried) of \(crashes.possible) interruptions of "
              crashes.upgrades.of("upgrade")
            }
          }
          for release in tried.olderReleases {
            Markup.element("p") {
              "Older release \(release.name): refused \(release.refused) of "
              release.stores.of("store")
              " of later versions"
            }
          }
          if !tried.notApplicable.isEmpty {
            Markup.element("details") {
              Markup.element("summary") { "Not applicable" }
              Markup.element("ul", [.init("class", "list")]) {
                for item in tried.notApplicable {
                  Markup.element("li") {
                    HTMLPart.code(item.check)
                    " \(item.reason)"
                  }
                }
              }
            }
          }
        }
      }
  }

  // MARK: Types

  /// How many start graphs held an object of each type, by version.
  @MarkupBuilder private var heat: Markup {
    let types = document.coverage.types
    if !types.isEmpty {
      let starts = Self.distinct(types.map(\.start))
      let names = Self.distinct(types.map(\.type))
      let most = types.map(\.trials).max() ?? 0
      let table = heatTable(starts: starts, names: names, most: most)
      // A large one is asked for.
      if starts.count * names.count > 240 {
        Markup.element("details") {
          Markup.element("summary") {
            "Start graphs that held each type: \(names.count.of("type")), "
            "\(starts.count.of("version"))"
          }
          table
        }
      } else {
        table
      }
    }
  }

  private static func distinct<Item: Hashable>(_ items: [Item]) -> [Item] {
    var known = Set<Item>()
    return items.filter { known.insert($0).inserted }
  }

  private func heatTable(starts: [UInt64], names: [String], most: Int) -> Markup {
    var counts = [String: [UInt64: Int]]()
    for type in document.coverage.types {
      counts[type.type, default: [:]][type.start] = type.trials
    }
    return .element("div", [.init("class", "scroll"), .init("tabindex", "0")]) {
      Markup.element("table", [.init("class", "heat")]) {
        Markup.element("caption") { "Start graphs that held each type, by version" }
        Markup.element("thead") {
          Markup.element("tr") {
            Markup.element("td")
            for start in starts { Markup.element("th", [.init("scope", "col")]) { "\(start)" } }
          }
        }
        Markup.element("tbody") {
          for name in names {
            Markup.element("tr") {
              Markup.element("th", [.init("scope", "row")]) { name }
              for start in starts {
                if let count = counts[name]?[start] {
                  let level = count == 0 ? 0 : 1 + min(3, count * 4 / max(most + 1, 1))
                  Markup.element("td", [.init("class", "heat\(level)")]) { "\(count)" }
                } else {
                  Markup.element("td")
                }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Lists

  @MarkupBuilder private var hazards: Markup {
    let all = document.coverage.hazards
    let open = all.filter { $0.ran == 0 }
    let met = all.filter { $0.ran > 0 }
    if !open.isEmpty {
      Markup.element("details", [.init("open", "")]) {
        Markup.element("summary") { "Hazards that were not met: \(open.count) of \(all.count)" }
        list(open)
      }
    }
    if !met.isEmpty {
      Markup.element("details") {
        Markup.element("summary") {
          "Hazards of the schema changes: \(met.count) of \(all.count) met"
        }
        list(met)
      }
    }
  }

  /// The same hazard at several start versions is one line.
  private func list(_ hazards: [ReportDocument.Tried.Hazard]) -> Markup {
    var lines = [(text: String, starts: [UInt64])]()
    var places = [String: Int]()
    for hazard in hazards {
      let text = "\(hazard.hop.text): \(hazard.description)"
      if let place = places[text] {
        lines[place].starts.append(hazard.start)
      } else {
        places[text] = lines.count
        lines.append((text, [hazard.start]))
      }
    }
    return .element("ul", [.init("class", "list")]) {
      for line in lines.prefix(Self.listLimit) {
        Markup.element("li") {
          line.text
          Markup.element("span", [.init("class", "faint")]) { " from \(HopList.text(line.starts))" }
        }
      }
      if lines.count > Self.listLimit {
        Markup.element("li") { "and \(lines.count - Self.listLimit) more" }
      }
    }
  }

  @MarkupBuilder private var conditions: Markup {
    let all = document.coverage.conditions
    let open = all.filter { !$0.wasTrue || !$0.wasNotTrue }
    if !all.isEmpty {
      Markup.element("details") {
        Markup.element("summary") {
          "Conditions: \(all.count - open.count) of \(all.count) both ways"
        }
        Markup.element("ul", [.init("class", "list")]) {
          for condition in open.prefix(Self.listLimit) {
            Markup.element("li") {
              condition.wasTrue
                ? "always true: " : condition.wasNotTrue ? "never true: " : "never decided: "
              HTMLPart.code(condition.condition)
              " (\(condition.type), version \(condition.version))"
            }
          }
        }
      }
    }
  }

  @MarkupBuilder private var faults: Markup {
    let all = document.coverage.faults
    if !all.isEmpty {
      let applicable = all.filter { $0.isNoticed != nil }
      Markup.element("details") {
        Markup.element("summary") {
          "Injected faults: \(applicable.count { $0.isNoticed ?? false }) of \(applicable.count) "
          "noticed"
        }
        Markup.element("ul", [.init("class", "list")]) {
          for fault in all {
            Markup.element("li") {
              switch fault.isNoticed {
              case true?: "✓ \(fault.description), noticed by \(fault.check ?? "")"
              case false?: "✘ \(fault.description), missed"
              case nil: "– \(fault.name) not applicable: \(fault.reason ?? "")"
              }
            }
          }
        }
      }
    }
  }
}
