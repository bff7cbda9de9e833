package import Facts

/// A payment in a person's words: `кава 65 грн вчора`, `coffee 65 uah yesterday #work @cash`,
/// `отримав 2 тис від мами`.
///
/// One amount, in digits or words, and in any order: a currency beside the amount, one day,
/// `#tags`, an `@account`, a sign or verb for the direction. The rest is the payee. Ambiguous words
/// are refused and named, never guessed. The vocabulary is `rules/quick-text.csv`.
package struct QuickEntry: Sendable, Equatable {
    /// Without a sign, as 10^−`scale` of the currency.
    package var mantissa: Int64
    package var scale: UInt8
    /// `unknown` when none is given.
    package var currency: Currency
    package var isIncome: Bool
    /// A sign gives the direction.
    package var hasSign: Bool
    /// Nil when no day is given.
    package var day: CalendarDate?
    package var tags: [String]
    /// As written after `@`, or the id of an account named in an account's position; empty when
    /// none is given.
    package var account: String
    /// The account that the received side of an exchange goes to, if two are given.
    package var accountInto = ""
    /// «з картки», «поповнення рахунку»: an account mentioned without a name; else empty.
    package var accountUnnamed = ""
    /// Without verbs; of a loan the person alone, in the nominative where that is certain. May be
    /// empty.
    package var payee: String
    /// The other words about a loan: «на ремонт».
    package var reason = ""
    package var movement = Movement.payment
    /// Where money in comes from, or that it is between people, if a word says so.
    package var origin: Origin?
    /// Money in that was paid before: «повернули 450 за куртку».
    package var isReturned = false

    package enum Origin: Sendable, Equatable {
        /// For what was sold, done or won.
        case earned
        /// From a person, perhaps for something.
        case fromPerson
        /// To or from a person, who is all that is said.
        case person
        /// Lent, borrowed or paid back.
        case loan
    }

    /// The kind of movement.
    package enum Movement: Sendable, Equatable {
        /// To or from others.
        case payment
        /// From the account to cash, and the reverse.
        case toCash, fromCash
        /// Between two accounts, as written.
        case between(from: String, to: String)
        /// The amount was exchanged for this one.
        case exchanged(mantissa: Int64, scale: UInt8, currency: Currency)

        /// Certainly between one's own accounts.
        package var isOwn: Bool {
            self != .payment
        }
    }

    package enum Fault: Error, Sendable, Equatable {
        case noAmount
        case twoAmounts(String, String)
        case zeroAmount(String)
        /// `1,250` is a thousand or one and a quarter; `12,` is malformed.
        case amountUnclear(String)
        case amountTooLarge(String)
        /// Words that were not recognised and may be part of the amount.
        case notUnderstood(String)
        /// «вчроа»: nearly a word that decides the amount, currency or day.
        case misspelt(String)
        /// `2000` alone.
        case mayBeYear(String)
        case currencyUnknown(String)
        /// «крон»: several countries have them.
        case currencyUnclear(String, [Currency])
        /// «повернув»: used for both directions.
        case directionUnclear(String)
        /// «мені винні 500»: no money has moved.
        case notPaidYet(String)
        /// «не заплатив», «треба купити», `will pay`: nothing was paid.
        case nothingPaid(String)
        /// An exchange with one amount.
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
        /// «відклав 500 на море»: into which account?
        case keptWhere(String)
        /// «отримав 500 з моно»: into which account?
        case sideUnclear(String)
        /// «моно 500», «подарунок Привату»: the account, or who was paid?
        case accountOrPayee(String)
        /// «сенсом»: a bank without an account here.
        case accountUnknown(String)
        /// `#` or `@` without a name after it.
        case nameMissing(String)
    }

    /// - Parameters:
    ///   - today: the local date; later days are refused.
    ///   - accounts: accounts that can be named without an `@`.
    ///   - accountGiven: the id of the account, if it is given elsewhere: a bank's name in the text
    ///     is an ordinary word, and of several accounts that the text may mean it is that one.
    package static func parse(
        _ text: String, today: CalendarDate, accounts: QuickAccounts = QuickAccounts(),
        accountGiven: String = ""
    ) throws(Fault) -> QuickEntry {
        var reader = QuickReader(text, today, accounts, accountGiven: accountGiven)
        return try reader.read()
    }

    /// Whether ``parse(_:today:accounts:)`` needs the accounts for this text.
    ///
    /// - Parameter named: accounts known without further reading.
    package static func mayNameAccounts(_ text: String, named: QuickAccounts) -> Bool {
        QuickReader(text, CalendarDate(daysSince1970: 0), named).mayNameAccounts
    }

    /// Parses a day alone, as ``parse(_:today:)`` does.
    package static func day(_ text: String, today: CalendarDate) throws(Fault) -> CalendarDate {
        // With an amount beside it, `14.03` is a day.
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

    /// A word for cash, `@готівка` or `@cash`.
    package static func isCash(_ account: String) -> Bool {
        QuickWords.builtIn.has(.cash, QuickWords.key(account))
    }

    /// The amount with its sign; nil when it has digits below the smallest coin.
    package func amount(in currency: Currency) -> Money? {
        Self.money(isIncome ? mantissa : -mantissa, scale, currency)
    }

    /// The amount received in an exchange.
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
