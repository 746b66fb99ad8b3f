import MigCheckVerifier

/// What the checks demand, each in a phrase; the README's table has the same.
package enum CheckText {
  package static func demand(of check: Check) -> String {
    switch check {
    case .upgradeSucceeds: "every upgrade completes"
    case .primaryKeyUnique: "no two objects of a type share a primary key"
    case .embeddedOneParent: "each embedded object has exactly one parent"
    case .requiredSet: "no required property is null"
    case .linksResolve: "every link leads to an object that exists"
    case .defaultsApplied:
      "an added property of an existing object has its declared default, unless the migration "
        + "wrote it"
    case .dataPreserved:
      "a property keeps its value unless the migration wrote it; no object disappears unless the "
        + "version's drops names its type; a removal beside an addition of the same type is no "
        + "forgotten rename"
    case .schemaMatches: "the store's schema is the declared one"
    case .reopenStable: "closing and opening again changes nothing and runs no migration"
    case .deterministic: "the same upgrade of the same store gives the same result (sampled)"
    case .pathsAgree: "all paths from one start end in equal graphs"
    case .storesAgree: "the store in memory and the store in a file do the same"
    case .orderIndependent: "the order in which objects were inserted does not matter (sampled)"
    case .local: "adding unrelated objects changes nothing else (sampled)"
    case .invariant: "what you wrote yourself about every object that lives on"
    case .exercised:
      "every path, type and property was tried, every hazard met an object, every invariant saw "
        + "one; else the run is vacuous"
    }
  }
}
