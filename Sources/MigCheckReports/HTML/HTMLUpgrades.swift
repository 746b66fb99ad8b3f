import MigCheckVerifier

/// The versions: on a line with arcs, and in a table of all pairs.
struct HTMLUpgrades {
  let document: ReportDocument
  private let matrix: HopMatrix

  /// A longer history has no picture, and a table in which versions are joined.
  private static let pictureLimit = 16

  init(document: ReportDocument) {
    self.document = document
    matrix = HopMatrix(document)
  }

  var markup: Markup {
    guard document.versions.count > 1 else { return .empty }
    let groups = matrix.groups
    let isShort = document.versions.count <= Self.pictureLimit
    return HTMLPart.section("upgrades", "Upgrades") {
      Markup.element("div", [.init("class", "card upgrades")]) {
        if isShort { HTMLVersionLine(matrix: matrix).markup }
        if isShort || groups.count == document.versions.count {
          table(matrix.single, caption: "Upgrades from ↓ to →")
        } else {
          table(
            groups,
            caption:
              "Upgrades from ↓ to →; versions whose upgrades all have the same outcome share a line"
          )
        }
        legend
        if !isShort { names }
        if !isShort, groups.count < document.versions.count, document.versions.count <= 60 {
          Markup.element("details") {
            Markup.element("summary") { "Every pair of versions" }
            table(matrix.single, caption: "Upgrades from ↓ to →")
          }
        }
      }
    }
  }

  /// Names of versions, where these have any.
  private var names: Markup {
    let named = document.versions.filter { $0.name != nil }
    guard !named.isEmpty else { return .empty }
    return .element("details") {
      Markup.element("summary") { "Names of the versions" }
      Markup.element("ul", [.init("class", "names")]) {
        for version in named {
          Markup.element("li") { "\(version.number) \(version.name ?? "")" }
        }
      }
    }
  }

  private var legend: Markup {
    .element("ul", [.init("class", "legend")]) {
      for state in [HopMatrix.State.begins, .longer, .warns, .passed, .notRun] {
        Markup.element("li") {
          Markup.element(
            "span", [.init("class", "cell \(state)"), .init("aria-hidden", "true")]
          ) { state.sign }
          " \(state.meaning)"
        }
      }
    }
  }

  private func table(_ groups: [HopMatrix.Group], caption: String) -> Markup {
    let columns = groups.filter { group in group.last > 0 }
    let rows = groups.filter { group in group.first < document.versions.count - 1 }
    return .element("div", [.init("class", "scroll"), .init("tabindex", "0")]) {
      Markup.element("table", [.init("class", groups.count > 24 ? "matrix dense" : "matrix")]) {
        Markup.element("caption") { caption }
        Markup.element("thead") {
          Markup.element("tr") {
            Markup.element("td")
            for group in columns {
              Markup.element("th", [.init("scope", "col")]) { matrix.name(group) }
            }
          }
        }
        Markup.element("tbody") {
          for row in rows {
            Markup.element("tr") {
              Markup.element("th", [.init("scope", "row")]) { matrix.name(row) }
              for column in columns {
                Markup.element("td") { cell(row, column) }
              }
            }
          }
        }
      }
    }
  }

  private func cell(_ from: HopMatrix.Group, _ to: HopMatrix.Group) -> Markup {
    guard from.first <= to.first, let cell = matrix.cell(from, to) else { return .empty }
    let isPart = cell.state == .passed && cell.ran < cell.upgrades
    let name =
      "\(matrix.name(from)) → \(matrix.name(to)): \(cell.state.meaning)"
      + (isPart ? ", \(cell.ran) of \(cell.upgrades) upgrades ran" : "")
    // What begins here is what a reader looks for; the rest is found by filtering.
    let own = cell.findings.filter { HTMLReport.findingLimit > $0 }
    let begun = cell.findings.count { matrix.findings[$0].hop.to == matrix.versions[to.first] }
    guard let first = own.first else {
      // Of many cells, and the table's headers say where: only what is not seen needs a name.
      return .element(
        "span", [.init("class", "cell \(cell.state)"), .init("title", isPart ? name : nil)]
      ) { cell.state.sign }
    }
    let attributes: [Markup.Attribute] = [
      .init("class", "cell \(cell.state)"), .init("title", name), .init("aria-label", name),
    ]
    let link: [Markup.Attribute] = [
      .init("href", "#f\(first + 1)"),
      .init("data-findings", own.map { "f\($0 + 1)" }.joined(separator: " ")),
    ]
    return .element("a", attributes + link) {
      cell.state.sign
      if cell.state == .begins, begun > 1 { Markup.element("sup") { "\(begun)" } }
    }
  }
}

/// Versions on a line, with an arc for each upgrade past several of them.
struct HTMLVersionLine {
  let matrix: HopMatrix

  private static let step = 58
  private static let radius = 11
  /// More arcs for one reason are a tangle; the table has them.
  private static let arcLimit = 24

  var markup: Markup {
    let count = matrix.versions.count
    let longer = self.arcs.filter { $0.cell.state == .longer }
    let arcs =
      longer.count <= Self.arcLimit
      ? self.arcs
      : self.arcs.filter {
        $0.cell.state != .longer
      }
    let height = arcs.map { Self.height(of: $0.to - $0.from) }.max() ?? 0
    let line = height + 26
    let size = (width: count * Self.step + 4, height: line + 24)
    return .element("div", [.init("class", "scroll")]) {
      Markup.element(
        "svg",
        [
          .init("class", "line"), .init("viewBox", "0 0 \(size.width) \(size.height)"),
          .init("width", size.width), .init("height", size.height), .init("role", "img"),
          .init("aria-label", label),
        ]
      ) {
        if longer.count <= Self.arcLimit {
          for arc in longer { self.arc(arc, line: line) }
        }
        for place in 1..<count { segment(place, line: line) }
        for arc in arcs where arc.cell.state != .longer { self.arc(arc, line: line) }
        for (place, version) in matrix.versions.enumerated() { stop(place, version, line: line) }
      }
    }
  }

  private var label: String {
    let begun = matrix.findings.filter { $0.standing != .known }.map {
      "\($0.place) \($0.hop.text)"
    }
    let versions = "versions \(matrix.versions.map(String.init).joined(separator: ", "))"
    return begun.isEmpty
      ? "\(versions); nothing found" : "\(versions); found: \(begun.joined(separator: ", "))"
  }

  private struct Arc {
    var from: Int
    var to: Int
    var cell: HopMatrix.Cell
  }

  private var arcs: [Arc] {
    let count = matrix.versions.count
    return (0..<count).flatMap { from in
      (from..<count).dropFirst(2).compactMap { to in
        let cell = matrix.cell(from, to)
        return cell.findings.isEmpty ? nil : Arc(from: from, to: to, cell: cell)
      }
    }
  }

  private static func x(_ place: Int) -> Int { place * step + step / 2 + 2 }

  private static func height(of span: Int) -> Int { min(12 + span * 13, 150) }

  private func arc(_ arc: Arc, line: Int) -> Markup {
    let (from, to) = (Self.x(arc.from), Self.x(arc.to))
    let top = line - Self.radius - Self.height(of: arc.to - arc.from) * 4 / 3
    let start = line - Self.radius
    return .all {
      Markup.void(
        "path",
        [
          .init("class", "arc \(arc.cell.state)"),
          .init("d", "M\(from) \(start)C\(from) \(top) \(to) \(top) \(to) \(start)"),
        ])
      if arc.cell.state != .longer {
        badge(arc.cell, x: (from + to) / 2, y: start - Self.height(of: arc.to - arc.from))
      }
    }
  }

  private func segment(_ place: Int, line: Int) -> Markup {
    let cell = matrix.cell(place - 1, place)
    let (from, to) = (Self.x(place - 1) + Self.radius, Self.x(place) - Self.radius)
    return .all {
      Markup.void(
        "path",
        [
          .init("class", "segment \(cell.state)"),
          .init(
            "d", "M\(from) \(line)H\(to)M\(to - 6) \(line - 4)L\(to) \(line)L\(to - 6) \(line + 4)"
          ),
        ])
      if !cell.findings.isEmpty, cell.state != .longer {
        badge(cell, x: (from + to) / 2 - 1, y: line)
      }
    }
  }

  private func badge(_ cell: HopMatrix.Cell, x: Int, y: Int) -> Markup {
    let place = (cell.findings.first ?? 0) + 1
    // The table has the exact number.
    let count = cell.findings.count > 99 ? "99+" : "\(cell.findings.count)"
    let shown = cell.state == .warns ? "⚠" : count
    return .element("a", [.init("href", "#f\(place)")]) {
      Markup.void(
        "circle",
        [
          .init("class", "badge \(cell.state)"), .init("cx", x), .init("cy", y),
          .init("r", shown.count < 3 ? 8 : 12),
        ])
      Markup.element(
        "text",
        [.init("class", "badge-text \(cell.state)"), .init("x", x), .init("y", y + 4)]
      ) { shown }
    }
  }

  private func stop(_ place: Int, _ version: UInt64, line: Int) -> Markup {
    let text = "\(version)"
    // A number such as 20240131 has no room in a circle.
    let shown = text.count > 3 ? "…" + text.suffix(3) : text
    return .all {
      Markup.element("g", [.init("class", "stop")]) {
        Markup.element("title") { "version \(text)" }
        Markup.void(
          "circle",
          [.init("cx", Self.x(place)), .init("cy", line), .init("r", Self.radius)])
        Markup.element("text", [.init("x", Self.x(place)), .init("y", line + 4)]) { shown }
      }
    }
  }
}
