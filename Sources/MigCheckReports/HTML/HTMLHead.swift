import MigCheckVerifier

/// The head of the page: the verdict, and four figures.
struct HTMLHead {
  let document: ReportDocument

  var markup: Markup {
    .element("header") {
      Markup.element(
        "button", [.init("type", "button"), .init("id", "theme"), .init("hidden", "")]
      ) { "Dark" }
      Markup.element("p", [.init("class", "verdict")]) { document.verdictText }
      Markup.element("h1") {
        document.history
        " "
        Markup.element("span", [.init("class", "faint")]) {
          "\(document.rules), versions \(document.from) to \(document.to)"
        }
      }
      Markup.element("p", [.init("class", "faint")]) { document.counts }
      for text in [document.meaning, document.advice].compactMap(\.self) {
        Markup.element("p", [.init("class", "meaning")]) { text }
      }
      if document.isInterrupted {
        Markup.element("p", [.init("class", "meaning")]) {
          "The run was interrupted: not all trials ran."
        }
      }
      Markup.element("dl", [.init("class", "figures")]) {
        for (number, label) in figures {
          Markup.element("div") {
            Markup.element("dt") { label }
            Markup.element("dd") { number }
          }
        }
      }
    }
  }

  private var figures: [(String, String)] {
    let starts = document.trials + document.witnesses + document.replays
    let hazards = document.coverage.hazards
    let replays = document.replays > 0 ? ", \(document.replays) replayed" : ""
    var figures = [
      (
        Self.grouped("\(starts)"),
        "start graphs (\(document.trials) random, \(document.witnesses) for hazards\(replays))"
      ),
      (
        Self.grouped(document.paths),
        "paths, in \(document.stores.joined(separator: " and "))"
      ),
      (Self.grouped("\(document.upgrades)"), "upgrades run"),
    ]
    if !hazards.isEmpty {
      figures.append(("\(hazards.count { $0.ran > 0 }) of \(hazards.count)", "hazards met"))
    }
    return figures
  }

  /// `14,430`.
  private static func grouped(_ digits: String) -> String {
    var result = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { result += "," }
      result.append(digit)
    }
    return result
  }
}

/// Filters, and a list of the findings.
struct HTMLSidebar {
  let document: ReportDocument
  let findings: [ReportDocument.Finding]

  var markup: Markup {
    .element("nav", [.init("aria-label", "Findings")]) {
      Markup.element("form", [.init("id", "filter"), .init("hidden", ""), .init("role", "search")])
      {
        Markup.element("label", [.init("for", "text")]) { "Filter" }
        Markup.void(
          "input",
          [
            .init("type", "search"), .init("id", "text"),
            .init("placeholder", "type, property, text"), .init("autocomplete", "off"),
          ])
        types
        Markup.element("fieldset") {
          Markup.element("legend") { "Checks" }
          for (name, count) in counts(\.name) {
            Markup.element("label") {
              Markup.void(
                "input",
                [
                  .init("type", "checkbox"), .init("name", "check"), .init("value", name),
                  .init("checked", ""),
                ])
              Markup.element("span") { name }
              Markup.element("span", [.init("class", "count")]) { "\(count)" }
            }
          }
        }
        Markup.element("p", [.init("id", "shown"), .init("role", "status")])
        Markup.element(
          "button", [.init("type", "button"), .init("id", "all"), .init("hidden", "")]
        ) { "Show all" }
      }
      Markup.element("ol") {
        for (place, finding) in findings.prefix(HTMLReport.findingLimit).enumerated() {
          Markup.element("li", [.init("data-for", "f\(place + 1)")]) {
            Markup.element("a", [.init("href", "#f\(place + 1)")]) {
              Markup.element("span", [.init("class", finding.standing.rawValue)]) {
                HTMLPart.sign(finding.standing).sign
              }
              Markup.element("span", [.init("class", "place")]) { finding.place }
              Markup.element("span", [.init("class", "faint")]) { finding.hop.text }
            }
          }
        }
      }
    }
  }

  private var types: Markup {
    let types = counts { $0.type ?? "" }.filter { !$0.0.isEmpty }
    guard types.count > 1 else { return .empty }
    return .all {
      Markup.element("label", [.init("for", "type")]) { "Type" }
      Markup.element("select", [.init("id", "type")]) {
        Markup.element("option", [.init("value", "")]) { "all types" }
        for (name, count) in types {
          Markup.element("option", [.init("value", name)]) { "\(name) (\(count))" }
        }
      }
    }
  }

  /// How many findings there are of each name, in the order in which these come.
  private func counts(_ name: (ReportDocument.Finding) -> String) -> [(String, Int)] {
    var counts = [(String, Int)]()
    var places = [String: Int]()
    for finding in findings {
      let name = name(finding)
      if let place = places[name] {
        counts[place].1 += 1
      } else {
        places[name] = counts.count
        counts.append((name, 1))
      }
    }
    return counts
  }
}
