#if RealmImport
  import SwiftSyntax

  /// Which branches of `#if` are compiled.
  package struct CompilationConditions: Sendable {
    /// Flags that are set: `-D BETA`.
    package var defined: [String]
    /// Flags that are not set.
    package var undefined: [String]
    /// The system for which the app is built.
    package var system: String

    package init(defined: [String] = [], undefined: [String] = [], system: String = "iOS") {
      self.defined = defined
      self.undefined = undefined
      self.system = system
    }

    /// Whether a branch is compiled; `nil`: nothing says.
    ///
    /// What ships is a release build: `DEBUG` is not set.
    func value(of condition: ExprSyntax) -> Bool? {
      let text = condition.trimmedDescription
      if defined.contains(text) { return true }
      if undefined.contains(text) { return false }
      if let literal = condition.as(BooleanLiteralExprSyntax.self) {
        return literal.literal.tokenKind == .keyword(.true)
      }
      if let name = condition.as(DeclReferenceExprSyntax.self) {
        return ["DEBUG", "MIGCHECK"].contains(name.baseName.text) ? false : nil
      }
      if let not = condition.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" {
        return value(of: not.expression).map { !$0 }
      }
      if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first
      {
        return value(of: element.expression)
      }
      if let sequence = condition.as(SequenceExprSyntax.self) { return value(of: sequence) }
      if let call = condition.as(FunctionCallExprSyntax.self) { return value(of: call) }
      return nil
    }

    /// `&&` binds more tightly than `||`.
    private func value(of sequence: SequenceExprSyntax) -> Bool? {
      var sums = [[ExprSyntax]]()
      var factors = [ExprSyntax]()
      for element in sequence.elements {
        if let symbol = element.as(BinaryOperatorExprSyntax.self) {
          switch symbol.operator.text {
          case "&&": continue
          case "||":
            sums.append(factors)
            factors = []
          default: return nil
          }
        } else {
          factors.append(element)
        }
      }
      sums.append(factors)
      let values = sums.map { factors -> Bool? in
        let values = factors.map { value(of: $0) }
        return values.contains(false) ? false : values.contains(nil) ? nil : true
      }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }

    private func value(of call: FunctionCallExprSyntax) -> Bool? {
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        let argument = call.arguments.first?.expression
      else { return nil }
      let text = argument.trimmedDescription
      switch name {
      case "os": return text == system
      case "targetEnvironment": return false
      case "canImport":
        return canImport(text)
      case "swift", "compiler": return isAtLeastFive(text)
      default: return nil
      }
    }

    private func canImport(_ module: String) -> Bool? {
      switch module {
      case "Swift", "Foundation", "RealmSwift", "Realm", "Combine", "SwiftUI", "CoreLocation",
        "SwiftData", "CoreData", "CloudKit", "Observation":
        true
      case "UIKit": system != "macOS"
      case "AppKit", "Cocoa": system == "macOS"
      case "MigCheckRealm", "Glibc", "Musl", "FoundationNetworking": false
      default: nil
      }
    }

    /// `swift(>=5.5)` holds of every compiler that an app of today is built with.
    private func isAtLeastFive(_ text: String) -> Bool? {
      guard text.hasPrefix(">="),
        let major = text.dropFirst(2).drop(while: { $0 == " " }).split(separator: ".").first
      else { return nil }
      return Int(major).flatMap { $0 <= 5 ? true : nil }
    }
  }
#endif
