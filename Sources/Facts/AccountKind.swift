/// The use of an account; the raw value is its stable key.
package enum AccountKind: String, CaseIterable, Sendable {
    case cash, card, current, savings, deposit, loan, investment
}
