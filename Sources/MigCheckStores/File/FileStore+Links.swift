import MigCheckModel
import MigCheckSQLite

extension FileStore {
  package func hasDuplicates(of property: Name, in table: Int) throws -> Bool {
    let index = column(property, in: table)
    let present = self.table(table)
    guard present.count > 1, case .column(let column, let nullIsZero) = present.slots[index] else {
      return false
    }
    return try translatingErrors {
      let zero = FileEncoding.zeroLiteral(of: present.layout.properties[index].type)
      let value = nullIsZero ? "ifnull(c\(column), \(zero))" : "c\(column)"
      let statement = try connection.prepare(
        "SELECT 1 FROM \(present.name) GROUP BY \(value) HAVING count(*) > 1 LIMIT 1")
      return try statement.step()
    }
  }

  package func incomingLinkCounts(to table: Int) throws -> [Int] {
    let target = self.table(table)
    return try translatingErrors {
      let keys = try self.keys(of: target, below: target.nextKey, in: connection)
      var counts = Array(repeating: 0, count: keys.count)
      guard !keys.isEmpty else { return counts }
      let prefix = FileEncoding.mixedLinkPrefix(to: table)
      try forEachLinkColumn { _, property, source, column, _ in
        let sql: String
        if property.type == .mixed {
          sql =
            "SELECT \(column), count(*) FROM \(source) WHERE typeof(\(column)) = 'blob' "
            + "AND substr(\(column), 1, \(prefix.count)) = x'\(FileKeySet.hexadecimal(prefix))' "
            + "GROUP BY \(column)"
        } else {
          guard catalogue.target(of: property) == table else { return }
          sql =
            "SELECT \(column), count(*) FROM \(source) WHERE \(column) NOT NULL GROUP BY \(column)"
        }
        let statement = try connection.prepare(sql)
        while try statement.step() {
          guard
            case .link(let link)? = FileEncoding.decode(
              statement.value(0), as: property.type, target: table),
            let row = target.isDense
              ? (link.index < keys.count ? link.index : nil)
              : keys.sortedIndex(of: Int64(link.index))
          else { throw damaged("a link of \(source) leads nowhere") }
          counts[row] += Int(statement.integer(1))
        }
      }
      return counts
    }
  }

  /// Calls `body` for each property that can hold links: with its table, the SQLite table and
  /// column that hold them, and its place in the table.
  private func forEachLinkColumn(
    _ body: (FileTable, Property, _ source: String, _ column: String, _ index: Int) throws -> Void
  ) throws {
    for case let table? in catalogue.tables where table.count > 0 {
      for (index, property) in table.layout.properties.enumerated()
      where property.isLink || property.type == .mixed {
        switch table.slots[index] {
        case .column(let column, _): try body(table, property, table.name, "c\(column)", index)
        case .collection(let number, let isPhysical, _):
          if isPhysical { try body(table, property, "x\(number)", "v", index) }
        }
      }
    }
  }

  package func incomingLinks(to keys: [Int64], in table: Int) throws -> [IncomingLink] {
    guard !keys.isEmpty else { return [] }
    return try translatingErrors {
      let set = try FileKeySet(keys, of: table, in: connection)
      var links = [IncomingLink]()
      for place in catalogue.slots.origins(of: table) {
        guard let origin = catalogue.tables[place.table], origin.count > 0,
          let index = origin.layout.index(of: place.name)
        else { continue }
        let property = origin.layout.properties[index]
        let start = links.count
        let sql: String
        switch origin.slots[index] {
        case .collection(let number, let isPhysical, let hasGaps):
          guard isPhysical else { continue }
          if hasGaps { try closeGaps(of: index, in: origin.layout.id) }
          sql =
            property.collection == .dictionary
            ? "SELECT v, o, n FROM (SELECT v, o, row_number() OVER (PARTITION BY o ORDER BY p) - 1 "
              + "AS n FROM x\(number)) WHERE v IN \(set.keys) ORDER BY o, n"
            : "SELECT v, o, p FROM x\(number) WHERE v IN \(set.keys) ORDER BY o, p"
        case .column(let column, _):
          sql =
            "SELECT c\(column), k, 0 FROM \(origin.name) WHERE c\(column) IN \(set.keys) "
            + "ORDER BY k"
        }
        let statement = try connection.prepare(sql)
        while try statement.step() {
          links.append(
            IncomingLink(
              target: statement.integer(0),
              origin: ObjectReference(type: origin.layout.id, index: Int(statement.integer(1))),
              property: property.name, position: Int(statement.integer(2))))
        }
        try arrange(&links, from: start, by: place, to: set)
      }
      // A stable sort by target keeps the order of origins.
      return links.indices.sorted { (links[$0].target, $0) < (links[$1].target, $1) }
        .map { links[$0] }
    }
  }

  /// Numbers the elements of all lists or sets of a property from 0 without gaps.
  private func closeGaps(of index: Int, in table: Int) throws {
    guard case .collection(let number, let isPhysical, true) = self.table(table).slots[index],
      self.table(table).layout.properties[index].collection != .dictionary
    else { return }
    if isPhysical {
      try connection.execute(
        """
        CREATE TEMP TABLE compact AS
          SELECT o, row_number() OVER (PARTITION BY o ORDER BY p) - 1 AS n, v FROM x\(number);
        DELETE FROM x\(number);
        INSERT INTO x\(number) SELECT o, n, v FROM temp.compact ORDER BY o, n;
        DROP TABLE temp.compact
        """)
    }
    update(table) {
      $0.slots[index] = .collection(number, isPhysical: isPhysical, hasGaps: false)
    }
  }

  package func firstMixedLink(to table: Int) throws -> MixedLink? {
    try translatingErrors {
      var first: MixedLink?
      let prefix = FileEncoding.mixedLinkPrefix(to: table)
      try forEachLinkColumn { origin, property, source, column, _ in
        guard property.type == .mixed else { return }
        // Links to one table have the order of the keys.
        let statement = try connection.prepare(
          "SELECT min(\(column)) FROM \(source) WHERE typeof(\(column)) = 'blob' AND "
            + "substr(\(column), 1, \(prefix.count)) = x'\(FileKeySet.hexadecimal(prefix))'")
        guard try statement.step(),
          case .link(let link)? = FileEncoding.decode(statement.value(0), as: .mixed, target: table)
        else { return }
        if let first, first.target <= Int64(link.index) { return }
        first = MixedLink(
          target: Int64(link.index), table: origin.layout.id, property: property.name)
      }
      return first
    }
  }

  package func redirect(_ link: IncomingLink, to key: Int64) throws {
    try translatingErrors {
      let origin = link.origin.type
      let owner = Int64(link.origin.index)
      let index = column(link.property, in: origin)
      let place = PropertyPlace(origin, link.property)
      try forgetLinkOrder(of: place, to: link.target)
      try appendToLinkOrder(of: place, to: key, origin: owner)
      noteWrite(to: table(origin).slots[index], of: origin, key: owner)
      if case .collection(_, _, hasGaps: true) = table(origin).slots[index] {
        try closeGaps(of: index, in: origin)
      }
      let statement: SQLiteStatement
      switch table(origin).slots[index] {
      case .column(let column, _):
        statement = try connection.cached(
          "UPDATE \(table(origin).name) SET c\(column) = ?1 WHERE k = ?2")
      case .collection(let number, _, _):
        let isDictionary = table(origin).layout.properties[index].collection == .dictionary
        let place =
          isDictionary
          ? "(SELECT p FROM x\(number) WHERE o = ?2 ORDER BY p LIMIT 1 OFFSET ?3)" : "?3"
        statement = try connection.cached(
          "UPDATE x\(number) SET v = ?1 WHERE o = ?2 AND p = \(place)")
        try statement.bind(Int64(link.position), at: 3)
      }
      try statement.bind(key, at: 1)
      try statement.bind(owner, at: 2)
      try statement.run()
    }
  }
}
