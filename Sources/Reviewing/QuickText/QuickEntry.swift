package import Facts

/// A payment in the words of a person: `кава 65 грн вчора`, `coffee 65 uah yesterday #work @cash`,
/// `отримав 2 тис від мами`.
///
/// One amount, in digits or words, and whatever else was said in any order: a currency beside the
/// amount, one day, `#tags`, an `@account`, a sign or a verb that says which way the money went.
/// What is left is the payee. What can be read in two ways is refused and named, never guessed. The
/// words are those of `rules/quick-text.csv`.
package struct QuickEntry: Sendable, Equatable {
    /// Without a sign, as 10^−`scale` of the currency.
    package var mantissa: Int64
    package var scale: UInt8
    /// `unknown` when none was said.
    package var currency: Currency
    package var isIncome: Bool
    /// The direction was said by a sign.
    package var hasSign: Bool
    /// Nil when no day was said.
    package var day: CalendarDate?
    package var tags: [String]
    /// As it was written behind `@`, or the id of an account whose name stands in an account's
    /// place; empty when none was said.
    package var account: String
    /// «з картки», «поповнення рахунку»: an account was spoken of and not named; else empty.
    package var accountUnnamed = ""
    /// May be empty.
    package var payee: String
    package var movement = Movement.payment
    /// Where money in came from, or who borrowed it, if a word says so.
    package var origin: Origin?

    package enum Origin: Sendable, Equatable {
        /// For what was sold, done or won.
        case earned
        case person
    }

    /// Where the money goes.
    package enum Movement: Sendable, Equatable {
        /// To or from others.
        case payment
        /// Out of the account into the purse, and the other way.
        case toCash, fromCash
        /// From one account to another, by the words that were said.
        case between(from: String, to: String)
        /// The amount was given for this one, which was got.
        case exchanged(mantissa: Int64, scale: UInt8, currency: Currency)

        /// Surely between one's own purses.
        package var isOwn: Bool {
            self != .payment
        }
    }

    package enum Fault: Error, Sendable, Equatable {
        case noAmount
        case twoAmounts(String, String)
        case zeroAmount(String)
        /// `1,250` is a thousand or one and a quarter; `12,` is nothing.
        case amountUnclear(String)
        case amountTooLarge(String)
        /// Words that were not understood and may be part of the amount.
        case notUnderstood(String)
        /// `2000` alone.
        case mayBeYear(String)
        case currencyUnknown(String)
        /// «крон» are of several countries.
        case currencyUnclear(String, [Currency])
        /// «повернув» is said of money both ways.
        case directionUnclear(String)
        /// «мені винні 500»: no money has moved.
        case notPaidYet(String)
        /// An exchange of which one amount was said.
        case otherSideMissing(String)
        case twoCurrencies(String, String)
        case dayImpossible(String)
        case dayAhead(String)
        /// «минулого тижня»
        case periodNotDay(String)
        /// `03/04` is a day of March or of April.
        case dayUnclear(String)
        case twoDays(String, String)
        case twoAccounts(String, String)
        /// «моно» is the name of several accounts, or begins the name of one.
        case accountUnclear(String, [String])
        /// «переказав 500 на моно»: from where?
        case sourceMissing(String)
        /// «поповнив 500»: what was topped up?
        case targetMissing(String)
        /// «отримав 500 з моно»: into which account?
        case sideUnclear(String)
        /// «моно 500», «подарунок Привату»: the account, or who was paid?
        case accountOrPayee(String)
        /// «сенсом»: a bank where nobody has an account here.
        case accountUnknown(String)
        /// `#` or `@` with nothing behind it.
        case nameMissing(String)
    }

    /// - Parameters:
    ///   - today: the day it is where the person is; days after it are refused.
    ///   - accounts: those that may be meant without an `@`.
    ///   - isAccountGiven: the account is said elsewhere, so that a bank's name in the text is a
    ///     word as any other.
    package static func parse(
        _ text: String, today: CalendarDate, accounts: QuickAccounts = QuickAccounts(),
        isAccountGiven: Bool = false
    ) throws(Fault) -> QuickEntry {
        var reader = QuickReader(text, today, accounts, isAccountGiven: isAccountGiven)
        return try reader.read()
    }

    /// Whether ``parse(_:today:accounts:)`` needs the accounts for this text.
    ///
    /// - Parameter named: those that are known without looking for more.
    package static func mayNameAccounts(_ text: String, named: QuickAccounts) -> Bool {
        QuickReader(text, CalendarDate(daysSince1970: 0), named).mayNameAccounts
    }

    /// A day alone, as ``parse(_:today:)`` understands one.
    package static func day(_ text: String, today: CalendarDate) throws(Fault) -> CalendarDate {
        // Beside an amount, `14.03` is a day.
        let entry: QuickEntry
        do throws(Fault) {
            var reader = QuickReader(
                text + " 1 UAH", today, QuickAccounts(), isDayAlone: true)
            entry = try reader.read()
        } catch {
            switch error {
            case .dayAhead, .dayUnclear, .periodNotDay, .twoDays: throw error
            default: throw .dayImpossible(text)
            }
        }
        guard let day = entry.day, entry.payee.isEmpty, entry.tags.isEmpty else {
            throw .dayImpossible(text)
        }
        return day
    }

    /// The word for money in hand, `@готівка` or `@cash`.
    package static func isCash(_ account: String) -> Bool {
        QuickWords.builtIn.has(.cash, QuickWords.key(account))
    }

    /// The amount with its sign; nil when it has digits below the smallest coin.
    package func amount(in currency: Currency) -> Money? {
        Self.money(isIncome ? mantissa : -mantissa, scale, currency)
    }

    /// What was got in an exchange.
    package var received: Money? {
        guard case .exchanged(let mantissa, let scale, let currency) = movement else { return nil }
        return Self.money(mantissa, scale, currency)
    }

    private static func money(_ mantissa: Int64, _ scale: UInt8, _ currency: Currency) -> Money? {
        do throws(Money.Refusal) {
            let money = try Money(
                mantissa: mantissa, writtenScale: scale, currency: currency)
            return money.scale > currency.exponent ? nil : money
        } catch {
            return nil
        }
    }
}
