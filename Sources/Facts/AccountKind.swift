/// What an account is used for; the raw value is its stable key.
package enum AccountKind: String, CaseIterable, Sendable {
    case cash, card, current, savings, deposit, loan, investment
}
