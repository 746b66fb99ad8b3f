import MigCheckText
import MigCheckVerifier

/// All findings, those that matter most first.
struct HTMLFindings {
  let document: ReportDocument
  let findings: [ReportDocument.Finding]

  var markup: Markup {
    let shown = findings.prefix(HTMLReport.findingLimit)
    let known = shown.filter { $0.standing == .known }
    let open = shown.filter { $0.standing != .known }
    return .all {
      if !open.isEmpty {
        HTMLPart.section("findings", "Findings", count: open.count) {
          for (place, finding) in open.enumerated() {
            HTMLFinding(document: document, finding: finding, number: place + 1).markup
          }
        }
      } else {
        HTMLPart.section("findings", "Findings") {
          Markup.element("p", [.init("class", "card")]) {
            document.verdict == "vacuous"
              ? "None, but not everything was exercised."
              : "None: every upgrade that ran kept what it had to keep."
          }
        }
      }
      missing
      rest
      warnings
      if !known.isEmpty {
        HTMLPart.section("known", "Known and accepted", count: known.count) {
          for (place, finding) in known.enumerated() {
            Markup.element("details") {
              Markup.element("summary") {
                "\(finding.name) \(finding.hop.text): \(finding.message)"
              }
              HTMLFinding(document: document, finding: finding, number: open.count + place + 1)
                .markup
            }
          }
        }
      }
      dropped
    }
  }

  /// What the page has no room for.
  private var rest: Markup {
    let rest = findings.dropFirst(HTMLReport.findingLimit)
    guard !rest.isEmpty else { return .empty }
    return HTMLPart.section("more", "More findings", count: rest.count) {
      Markup.element("ul", [.init("class", "card list")]) {
        for finding in rest {
          Markup.element("li") {
            "\(HTMLPart.sign(finding.standing).sign) \(finding.name) \(finding.hop.text): "
            finding.message
          }
        }
      }
    }
  }

  private var missing: Markup {
    guard !document.notExercised.isEmpty else { return .empty }
    return HTMLPart.section("missing", "Not exercised", count: document.notExercised.count) {
      Markup.element("ul", [.init("class", "card list")]) {
        for line in document.notExercised { Markup.element("li") { line } }
      }
    }
  }

  private var warnings: Markup {
    guard !document.warnings.isEmpty else { return .empty }
    return HTMLPart.section("warnings", "Warnings", count: document.warnings.count) {
      Markup.element("dl", [.init("class", "card warnings")]) {
        for warning in document.warnings {
          Markup.element("dt") {
            Markup.element("span", [.init("class", "warns")]) { "⚠ " }
            HTMLPart.code(warning.name)
            if let hop = warning.hop { " \(hop.text)" }
          }
          Markup.element("dd") {
            "\(warning.message) "
            Markup.element("span", [.init("class", "faint")]) { warning.remedy }
          }
        }
      }
    }
  }

  private var dropped: Markup {
    guard !document.drops.isEmpty || !document.unmet.isEmpty else { return .empty }
    return .all {
      if !document.drops.isEmpty {
        HTMLPart.section("drops", "Dropped on purpose") {
          Markup.element("dl", [.init("class", "card notes drops")]) {
            for drop in document.drops {
              Markup.element("dt") { drop.hop.text }
              Markup.element("dd") { drop.places.joined(separator: ", ") }
            }
          }
        }
      }
      if !document.unmet.isEmpty {
        HTMLPart.section("unmet", "Accepted, but not found in this run") {
          Markup.element("ul", [.init("class", "card list")]) {
            for own in document.unmet {
              Markup.element("li") { "\(own.check) \(own.hop.text), \(own.kind): \(own.reason)" }
            }
          }
        }
      }
    }
  }
}

/// One finding.
struct HTMLFinding {
  let document: ReportDocument
  let finding: ReportDocument.Finding
  let number: Int

  private var id: String { "f\(number)" }

  var markup: Markup {
    let (sign, word) = HTMLPart.sign(finding.standing)
    return .element(
      "article",
      [
        .init("id", id), .init("class", "card finding \(finding.standing.rawValue)"),
        .init("data-check", finding.name), .init("data-type", finding.type ?? ""),
        .init("aria-labelledby", "\(id)-title"), .init("tabindex", "-1"),
      ]
    ) {
      Markup.element("p", [.init("class", "number")]) { "#\(number)" }
      Markup.element("h3", [.init("id", "\(id)-title")]) {
        Markup.element(
          "span", [.init("class", "sign"), .init("role", "img"), .init("aria-label", word)]
        ) { sign }
        Markup.element("span") { finding.message }
      }
      subject
      Markup.element("div", [.init("class", "columns")]) {
        start
        outcome
      }
      source
      notes
    }
  }

  private var subject: Markup {
    .element("div", [.init("class", "subject")]) {
      Markup.element("span", [.init("class", "tag")]) { finding.name }
      Markup.element("code") { finding.place }
      if let other = finding.otherPath {
        HTMLPart.path(finding.path, besides: other)
        Markup.element("span", [.init("class", "faint")]) { "against" }
        HTMLPart.path(other, besides: finding.path)
      } else {
        HTMLPart.path(finding.path.count > 1 ? finding.path : [finding.hop.from, finding.hop.to])
      }
      if let explanation = document.explanation(of: finding) {
        Markup.element("span", [.init("class", "why")]) {
          finding.name == finding.check ? "must hold: \(explanation)" : explanation
        }
      }
    }
  }

  // MARK: Stores

  @MarkupBuilder private var start: Markup {
    if let hidden = finding.hidden {
      Markup.element("section") {
        Markup.element("h4") { "Start" }
        Markup.element("p", [.init("class", "faint")]) {
          "\(hidden.of("object")) of the store; its values are not shown"
        }
      }
    } else if !finding.neighbour.isEmpty {
      Markup.element("section", [.init("class", "pair")]) {
        Markup.element("h4") { "Two stores" }
        Markup.element("p", [.init("class", "faint")]) { finding.caption }
        Markup.element("div", [.init("class", "side")]) {
          store("A", finding.objects, besides: finding.neighbour)
          store("B", finding.neighbour, besides: finding.objects)
        }
      }
    } else if !finding.caption.isEmpty {
      Markup.element("section") {
        Markup.element("h4") { "Start" }
        Markup.element("p", [.init("class", "faint")]) { finding.caption }
        if finding.objects.isEmpty {
          Markup.element("p") { "no objects" }
        } else {
          HTMLGraph(objects: finding.objects).markup
        }
        if finding.more > 0 {
          Markup.element("p", [.init("class", "faint")]) {
            "and \(finding.more.of("more object"))"
          }
        }
        if !finding.added.isEmpty {
          Markup.element("h4") { "Added" }
          HTMLGraph(objects: finding.added).markup
        }
      }
    }
  }

  private func store(
    _ name: String, _ objects: [ReportDocument.Object], besides other: [ReportDocument.Object]
  ) -> Markup {
    .element("div") {
      Markup.element("h5") { "store \(name)" }
      HTMLGraph(objects: objects, other: other).markup
    }
  }

  @MarkupBuilder private var outcome: Markup {
    if !finding.rows.isEmpty {
      Markup.element("section") {
        Markup.element("h4") { "What came out" }
        Markup.element("div", [.init("class", "scroll")]) {
          Markup.element("table", [.init("class", "rows")]) {
            Markup.element("tbody") {
              for (place, row) in finding.rows.enumerated() { self.row(row, place) }
            }
          }
        }
        if finding.count > 1 {
          Markup.element("p", [.init("class", "faint")]) {
            "and \((finding.count - 1).of("more object"))"
          }
        }
      }
    }
  }

  /// The values of two rows about one place are compared with each other.
  private func row(_ row: ReportDocument.Row, _ place: Int) -> Markup {
    let others = finding.rows.indices.filter {
      $0 != place && finding.rows[$0].property == row.property && finding.rows[$0].value != nil
    }
    let isPair = row.value != nil && others.count == 1
    return .element("tr") {
      Markup.element("th", [.init("scope", "row")]) { label(row.label) }
      Markup.element("td") { HTMLPart.code(row.place ?? "") }
      Markup.element("td", [.init("class", "value")]) {
        if let value = row.value {
          Markup.element("code") {
            HTMLPart.difference(value, from: isPair ? finding.rows[others[0]].value : nil)
          }
        }
        if let note = row.note {
          Markup.element("span", [.init("class", "faint")]) { " \(note)" }
        }
      }
    }
  }

  /// A path as its stops, else the words.
  private func label(_ label: String) -> Markup {
    for (path, other) in [(finding.path, finding.otherPath), (finding.otherPath, finding.path)] {
      if let path, path.map(String.init).joined(separator: " → ").isIdentical(to: label) {
        return HTMLPart.path(path, besides: other)
      }
    }
    return .text(label)
  }

  // MARK: Places

  @MarkupBuilder private var source: Markup {
    if let source = finding.source {
      Markup.element("figure", [.init("class", "source")]) {
        Markup.element("figcaption") {
          "written at "
          HTMLPart.code(source.place)
          // A statement is shown below as a whole.
          if let path = source.path, source.text == nil || source.file.hasSuffix(".json") {
            Markup.element("span", [.init("class", "faint")]) { " \(path)" }
          }
        }
        if let text = source.text {
          Markup.element("div", [.init("class", "scroll")]) {
            Markup.element("ol", [.init("class", "lines"), .init("start", "\(source.line ?? 1)")]) {
              for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                Markup.element("li") { HTMLPart.code(String(line)) }
              }
            }
          }
        }
      }
    }
  }

  private var notes: Markup {
    let lines = FindingLines(finding, explanation: nil)
    let shown = lines.notes.filter { note in
      note.label != "written at" && note.label != "path"
    }
    return .element("dl", [.init("class", "notes")]) {
      for note in shown {
        Markup.element("dt") { note.label }
        Markup.element("dd") {
          if note.label == "replay" { HTMLPart.command(note.text) } else { note.text }
        }
      }
      Markup.element("dt") { "found by" }
      Markup.element("dd") {
        "seed \(document.seed), \(finding.trial.map { "trial \($0)" } ?? "from the corpus")"
      }
    }
  }
}
