import MigCheckText

/// A small graph as boxes with its links drawn between them.
struct HTMLGraph {
  let objects: [ReportDocument.Object]
  /// The objects of a neighbouring store; what differs from them is marked.
  var other: [ReportDocument.Object]?

  private static let rowHeight = 18
  private static let headHeight = 24
  private static let gap = 26
  /// The width of a character, and how many of them a value may have.
  private static let characterWidth = 7.3
  private static let valueLimit = 30
  private static let nameLimit = 22

  private struct Box {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  var markup: Markup {
    let boxes = layout
    let width = (boxes.map { $0.x + $0.width }.max() ?? 0) + 14
    let height = (boxes.map { $0.y + $0.height }.max() ?? 0) + 3
    return .element("div", [.init("class", "scroll")]) {
      Markup.element(
        "svg",
        [
          .init("class", "graph"), .init("viewBox", "0 0 \(width) \(height)"),
          .init("width", width), .init("height", height), .init("role", "img"),
          .init("aria-label", objects.map(FindingLines.text).joined(separator: "; ")),
        ]
      ) {
        for (place, object) in objects.enumerated() { box(object, boxes[place]) }
        links(boxes)
      }
    }
  }

  // MARK: Layout

  /// Objects that others link to stand to the right of them.
  private var layout: [Box] {
    let columns = columns
    var x = 1
    var boxes = [Int: Box]()
    for column in columns {
      let columnWidth = column.map { self.width(of: objects[$0]) }.max() ?? 0
      var y = 1
      for place in column {
        let height = Self.headHeight + objects[place].values.count * Self.rowHeight + 6
        boxes[place] = Box(x: x, y: y, width: columnWidth, height: height)
        y += height + 12
      }
      x += columnWidth + Self.gap + 14
    }
    return objects.indices.compactMap { boxes[$0] }
  }

  private var columns: [[Int]] {
    let places = Dictionary(objects.enumerated().map { ($1.name, $0) }) { first, _ in first }
    func targets(_ place: Int) -> [Int] {
      objects[place].values.flatMap(\.links).compactMap { places[$0] }.filter { $0 != place }
    }
    var depth = Array(repeating: 0, count: objects.count)
    // As often as a chain of links can be long; a circle ends there too.
    for _ in 0..<min(objects.count, 4) {
      for place in objects.indices {
        for target in targets(place) where depth[target] <= depth[place] && depth[place] < 4 {
          depth[target] = depth[place] + 1
        }
      }
    }
    let isLinked = objects.indices.contains { !targets($0).isEmpty }
    guard isLinked else {
      // Two or three beside each other read better than a column.
      let width = objects.count > 2 ? (objects.count + 2) / 3 : 1
      return stride(from: 0, to: objects.count, by: width).map {
        Array($0..<min($0 + width, objects.count))
      }
    }
    let used = Set(depth).sorted()
    return used.map { own in objects.indices.filter { depth[$0] == own } }
  }

  private func width(of object: ReportDocument.Object) -> Int {
    let names = object.values.map { $0.property.count }.max() ?? 0
    let values = object.values.map { min($0.text.unicodeScalars.count, Self.valueLimit) }.max() ?? 0
    let row = min(names, Self.nameLimit) + values + 2
    let head = min(object.name.count, Self.nameLimit + Self.valueLimit)
    return Int(Double(max(row, head, 10)) * Self.characterWidth) + 16
  }

  // MARK: Boxes

  private func box(_ object: ReportDocument.Object, _ box: Box) -> Markup {
    let rival = other?.first { $0.name.isIdentical(to: object.name) }
    return .element("g") {
      Markup.void(
        "rect",
        [
          .init("class", "box"), .init("x", box.x), .init("y", box.y), .init("rx", 5),
          .init("width", box.width), .init("height", box.height),
        ])
      Markup.element(
        "text", [.init("class", "name"), .init("x", box.x + 8), .init("y", box.y + 16)]
      ) { object.name.shortened(to: Self.nameLimit + Self.valueLimit) }
      for (place, value) in object.values.enumerated() {
        let differs = rival.map { rival in
          !rival.values.contains {
            $0.property.isIdentical(to: value.property) && $0.text.isIdentical(to: value.text)
          }
        }
        row(value, box, place, isMarked: differs ?? value.isDecisive)
      }
    }
  }

  private func row(
    _ value: ReportDocument.Value, _ box: Box, _ place: Int, isMarked: Bool
  ) -> Markup {
    let y = Self.y(place, box)
    let kind = value.isAny ? "any" : value.links.isEmpty ? "value" : "link"
    return .all {
      if isMarked {
        Markup.void(
          "rect",
          [
            .init("class", "mark"), .init("x", box.x + 2), .init("y", y - 13),
            .init("width", box.width - 4), .init("height", Self.rowHeight - 1), .init("rx", 3),
          ])
      }
      Markup.element("text", [.init("class", "property"), .init("x", box.x + 8), .init("y", y)]) {
        value.property.shortened(to: Self.nameLimit)
      }
      Markup.element(
        "text",
        [
          .init("class", "\(kind)\(isMarked ? " strong" : "")"), .init("x", box.x + box.width - 8),
          .init("y", y),
        ]
      ) {
        if value.text.unicodeScalars.count > Self.valueLimit {
          Markup.element("title") { value.text }
        }
        value.text.shortened(to: Self.valueLimit)
      }
    }
  }

  private static func y(_ place: Int, _ box: Box) -> Int {
    box.y + headHeight + place * rowHeight + 13
  }

  // MARK: Links

  private func links(_ boxes: [Box]) -> Markup {
    let places = Dictionary(objects.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return .all {
      for (place, object) in objects.enumerated() {
        for (row, value) in object.values.enumerated() {
          for link in value.links {
            if let target = places[link] {
              arrow(boxes[place], row, to: boxes[target])
            }
          }
        }
      }
    }
  }

  private func arrow(_ box: Box, _ row: Int, to target: Box) -> Markup {
    let y = Self.y(row, box) - 5
    let end = target.y + 12
    let d: String
    if target.x > box.x {
      let (from, to) = (box.x + box.width, target.x)
      let middle = (from + to) / 2
      d =
        "M\(from) \(y)C\(middle) \(y) \(middle) \(end) \(to) \(end)"
        + "M\(to - 6) \(end - 4)L\(to) \(end)L\(to - 6) \(end + 4)"
    } else {
      // Back, or to itself: around the right side.
      let (from, to) = (box.x + box.width, target.x + target.width)
      let bend = max(from, to) + 13
      d =
        "M\(from) \(y)C\(bend) \(y) \(bend) \(end) \(to) \(end)"
        + "M\(to + 6) \(end - 4)L\(to) \(end)L\(to + 6) \(end + 4)"
    }
    return .void("path", [.init("class", "arrow"), .init("d", d)])
  }
}
