import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// A report as one page that needs nothing else: no network, no font, no script to be read.
struct HTMLReport {
  let document: ReportDocument

  /// How many findings are shown in full.
  static let findingLimit = 200

  var text: String {
    let page = Markup.element("html", [.init("lang", "en")]) {
      head
      Markup.literal("\n")
      body
    }
    return (Markup.literal("<!DOCTYPE html>\n") + page + .literal("\n")).string
  }

  /// Nothing may be fetched, and no other style and script run than those of this module.
  private static let policy =
    "default-src 'none'; style-src '\(source(PackageResources.report_css))'; "
    + "script-src '\(source(PackageResources.report_js))'; img-src data:; base-uri 'none'; "
    + "form-action 'none'"

  /// A hash as a policy names it.
  private static func source(_ bytes: [UInt8]) -> String {
    "sha256-\(Base64.encode(SHA256.hash(bytes)))"
  }

  private var head: Markup {
    .element("head") {
      Markup.void("meta", [.init("charset", "utf-8")])
      Markup.void(
        "meta", [.init("http-equiv", "Content-Security-Policy"), .init("content", Self.policy)])
      Markup.void(
        "meta",
        [.init("name", "viewport"), .init("content", "width=device-width, initial-scale=1")])
      Markup.void("meta", [.init("name", "color-scheme"), .init("content", "light dark")])
      Markup.void("meta", [.init("name", "referrer"), .init("content", "no-referrer")])
      Markup.void(
        "link", [.init("rel", "icon"), .init("href", "data:,")])
      Markup.element("title") { "\(document.verdictText): \(document.history) – migcheck" }
      Markup.element("style") { Markup.resource(PackageResources.report_css) }
    }
  }

  private var body: Markup {
    let findings = document.ranked
    return .element("body", [.init("class", document.verdict)]) {
      Markup.element("a", [.init("class", "skip"), .init("href", "#main")]) { "To the findings" }
      Markup.literal("\n")
      HTMLHead(document: document).markup
      Markup.literal("\n")
      Markup.element("div", [.init("class", "page")]) {
        if !findings.isEmpty { HTMLSidebar(document: document, findings: findings).markup }
        Markup.literal("\n")
        Markup.element("main", [.init("id", "main")]) {
          HTMLUpgrades(document: document).markup
          Markup.literal("\n")
          HTMLFindings(document: document, findings: findings).markup
          HTMLTried(document: document).markup
        }
      }
      Markup.literal("\n")
      footer
      Markup.element("script") { Markup.resource(PackageResources.report_js) }
    }
  }

  private var footer: Markup {
    .element("footer") {
      "migcheck \(document.toolVersion), seed \(document.seed)"
      if let input = document.input {
        " · "
        HTMLPart.command(input)
      }
    }
  }
}

/// Small parts that stand in several places.
enum HTMLPart {
  static func code(_ text: String) -> Markup { .element("code") { text } }

  /// A command with a button to copy it.
  static func command(_ text: String) -> Markup {
    .element("span", [.init("class", "command")]) {
      code(text)
      Markup.element(
        "button", [.init("type", "button"), .init("class", "copy"), .init("hidden", "")]
      ) { "Copy" }
    }
  }

  static func section(
    _ id: String, _ title: String, count: Int? = nil, @MarkupBuilder content: () -> Markup
  ) -> Markup {
    .element("section", [.init("id", id), .init("aria-labelledby", "\(id)-title")]) {
      Markup.element("h2", [.init("id", "\(id)-title")]) {
        title
        if let count {
          " "
          Markup.element("span", [.init("class", "count")]) { "\(count)" }
        }
      }
      content()
    }
  }

  /// A path as stops with arrows; those that another path lacks are marked.
  static func path(_ stops: [UInt64], besides other: [UInt64]? = nil) -> Markup {
    let name = stops.map(String.init).joined(separator: " → ")
    return .element("span", [.init("class", "path"), .init("aria-label", "path \(name)")]) {
      for (place, stop) in stops.enumerated() {
        if place > 0 { Markup.element("span", [.init("class", "arrow")]) { "→" } }
        let isOwn = other.map { !$0.contains(stop) } ?? false
        Markup.element("span", [.init("class", isOwn ? "stop own" : "stop")]) { "\(stop)" }
      }
    }
  }

  /// A text in which the part is marked that another one has differently.
  static func difference(_ text: String, from other: String?) -> Markup {
    guard let other, !text.isIdentical(to: other) else { return .text(text) }
    let (own, theirs) = (Array(text.unicodeScalars), Array(other.unicodeScalars))
    let start = zip(own, theirs).prefix { $0 == $1 }.count
    let room = min(own.count, theirs.count) - start
    let end = zip(own.reversed(), theirs.reversed()).prefix(room).prefix { $0 == $1 }.count
    func part(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(own[range]))
    }
    let middle = start..<own.count - end
    return .all {
      part(0..<start)
      Markup.element("mark") { middle.isEmpty ? "∅" : part(middle) }
      part(own.count - end..<own.count)
    }
  }

  static func sign(_ standing: Finding.Standing) -> (sign: String, word: String) {
    switch standing {
    case .fails: ("✘", "fails")
    case .undecided: ("⚠", "undecided")
    case .warns: ("⚠", "a warning")
    case .known: ("•", "known")
    }
  }
}
