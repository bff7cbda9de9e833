import Facts
import Reading

/// Makes the rows of a journal's transactions.
struct JournalRows {
    private(set) var known = ClaimedAccounts()
    private let file: String
    private let directives: JournalDirectives
    private var rowCount: UInt32 = 0
    /// Sums of own accounts so far, for balances that are assigned.
    private var sums: [Purse: (amount: JournalAmount, day: CalendarDate)] = [:]

    private struct Purse: Hashable {
        let account: String
        let commodity: String
    }

    init(file: String, directives: JournalDirectives) {
        self.file = file
        self.directives = directives
    }

    private var kinds: JournalAccounts { directives.accounts }

    /// Adds the rows of a transaction, or its rejection.
    mutating func add(
        _ transaction: JournalTransaction, into batch: inout LineBatch
    ) throws(ReadFailure) {
        var transaction = transaction
        do throws(JournalAmount.Problem) {
            if transaction.refusal == nil { try assign(&transaction) }
            if transaction.refusal == nil, try !transaction.balance() {
                transaction.refuse(
                    rejection(.recordIncomplete, transaction, "amount", expected: "0"))
            }
            if transaction.refusal == nil { try count(transaction) }
        } catch {
            transaction.refuse(rejection(.amountOverflow, transaction, "amount"))
        }
        if let refusal = transaction.refusal {
            batch.rejections.append(refusal)
            rowCount &+= 1
            return
        }
        try addRows(of: transaction, into: &batch)
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ transaction: JournalTransaction, _ field: String,
        line: Int? = nil, found: String = "", expected: String = ""
    ) -> RowRejection {
        RowRejection(
            kind: kind,
            place: SourcePlace(file: file, line: line ?? transaction.line, column: 1),
            field: field, found: CellText.excerpt(found.utf8Span.span), expected: expected)
    }

    // MARK: balances

    /// Amounts of postings that only say the balance after them.
    ///
    /// The sum must be of all earlier days: in a file that is not in their order it is unknown.
    private func assign(
        _ transaction: inout JournalTransaction
    ) throws(JournalAmount.Problem) {
        for index in transaction.postings.indices where transaction.postings[index].isAssignment {
            let posting = transaction.postings[index]
            guard let balance = posting.balance else { continue }
            let before = sums[Purse(account: posting.account, commodity: balance.commodity)]
            if let before, before.day > transaction.day {
                return transaction.refuse(
                    rejection(
                        .amountMissing, transaction, "amount", line: posting.line,
                        expected: "number commodity"))
            }
            let start = before?.amount ?? JournalAmount(commodity: balance.commodity)
            transaction.postings[index].amount = try balance.adding(start.negated)
        }
    }

    private mutating func count(_ transaction: JournalTransaction) throws(JournalAmount.Problem) {
        for posting in transaction.postings where kinds.kind(of: posting.account) == .own {
            guard let amount = posting.amount else { continue }
            let purse = Purse(account: posting.account, commodity: amount.commodity)
            if let before = sums[purse] {
                sums[purse] = (
                    try before.amount.adding(amount), max(before.day, transaction.day)
                )
            } else {
                sums[purse] = (amount, transaction.day)
            }
        }
    }

    // MARK: rows

    private mutating func addRows(
        of transaction: JournalTransaction, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let own = transaction.postings.filter {
            kinds.kind(of: $0.account) == .own && $0.amount?.isZero == false
        }
        let others = transaction.postings.filter { kinds.kind(of: $0.account) != .own }
        if own.isEmpty {
            let unknown = others.first { kinds.kind(of: $0.account) == .unknown }
            guard let unknown else {
                // Money moves between categories only, or a balance is asserted.
                batch.skipped.append(RowSkip(reason: .informational, line: transaction.line))
                rowCount &+= 1
                return
            }
            batch.rejections.append(
                rejection(
                    .directionUnknown, transaction, "account", line: unknown.line,
                    found: unknown.account, expected: "account NAME  ; type: A"))
            rowCount &+= 1
            return
        }
        let isOpening =
            !others.isEmpty
            && others.allSatisfy {
                kinds.kind(of: $0.account) == .equity && JournalAccounts.isOpening($0.account)
            }
        for index in own.indices {
            let row = rowCount
            rowCount &+= 1
            if isOpening {
                batch.skipped.append(RowSkip(reason: .openingBalance, line: own[index].line))
                continue
            }
            do throws(JournalAmount.Problem) {
                let amount = try own[index].amount?.money()
                guard let amount else {
                    // Shares and the like are no money of the account.
                    batch.skipped.append(RowSkip(reason: .informational, line: own[index].line))
                    continue
                }
                var line = StatementLine()
                line.sourceIndex = row
                line.sourceLine = UInt32(clamping: own[index].line)
                line.amount = amount
                try fill(
                    &line, transaction, own, index,
                    others.filter { !JournalAccounts.isConversion($0.account) }, &batch)
                batch.lines.append(line)
            } catch let problem {
                switch problem {
                case .overflow, .ambiguous, .notANumber:
                    batch.rejections.append(
                        rejection(
                            .amountOverflow, transaction, "amount", line: own[index].line))
                }
            }
            let place = SourcePlace(file: file, line: own[index].line)
            let last = batch.lines.indices.last
            if let last, batch.lines[last].sourceIndex == row {
                let number = directives.isOwn ? transaction.fact("account") : nil
                batch.lines[last].account = try known.index(
                    of: AccountClaim(number: number ?? own[index].account), at: place)
            }
        }
    }

    private func fill(
        _ line: inout StatementLine, _ transaction: JournalTransaction, _ own: [JournalPosting],
        _ index: Int, _ others: [JournalPosting], _ batch: inout LineBatch
    ) throws(JournalAmount.Problem) {
        let posting = own[index]
        line.made = CivilMoment(day: posting.day ?? transaction.day)
        if directives.isOwn, transaction.fact("key") != nil {
            return fillOwn(&line, transaction, &batch)
        }
        line.valueOn = transaction.otherDay
        if !transaction.code.isEmpty {
            line.bankID = batch.add(transaction.code)
            line.hasOwnNumberOnly = true
        }
        line.description = batch.add(transaction.text)
        line.counterpartyName = batch.add(transaction.payee)
        line.memo = batch.add(transaction.comments.joined(separator: ", "))
        line[.recordedTags] = batch.add(unique(transaction.tags).joined(separator: ", "))
        if let balance = try posting.balance?.money(),
            balance.currency == line.amount.currency
        {
            line.balance = balance
        }
        if let partner = partner(of: index, among: own) {
            line[.transferAccount] = batch.add(own[partner].account)
            // A fee is of the line where money goes out.
            if line.amount.isNegative, others.count == 1 {
                line.bankCategory = batch.add(kinds.category(others[0].account))
            }
            return
        }
        try categorize(&line, posting, isAlone: own.count == 1, others, &batch)
    }

    private func unique(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The other side of a transfer: the only other posting, with the opposite sign.
    private func partner(of index: Int, among own: [JournalPosting]) -> Int? {
        guard own.count == 2, own[0].account != own[1].account else { return nil }
        guard let mine = own[index].amount, let other = own[1 - index].amount,
            mine.isNegative != other.isNegative
        else { return nil }
        return 1 - index
    }

    private func categorize(
        _ line: inout StatementLine, _ posting: JournalPosting, isAlone: Bool,
        _ others: [JournalPosting], _ batch: inout LineBatch
    ) throws(JournalAmount.Problem) {
        let names = unique(others.map { kinds.category($0.account) })
        if names.count == 1 {
            line.bankCategory = batch.add(names[0])
            if isAlone, others.count == 1 { try setOriginal(&line, posting, others[0]) }
            return
        }
        guard isAlone, let amount = posting.weight else { return }
        var parts: [String] = []
        var total = JournalAmount(commodity: amount.commodity)
        for other in others {
            guard let weight = other.weight, weight.commodity == amount.commodity,
                let part = try weight.negated.money()
            else { return }
            total = try total.adding(weight.negated)
            parts.append("\(part.text)\t\(kinds.category(other.account))")
        }
        guard posting.cost == nil, try total.adding(amount.negated).isZero else { return }
        line[.recordedParts] = batch.add(parts.joined(separator: "\n"))
    }

    /// The purchase's own currency, on either side.
    private func setOriginal(
        _ line: inout StatementLine, _ posting: JournalPosting, _ other: JournalPosting
    ) throws(JournalAmount.Problem) {
        guard let amount = other.amount, amount.commodity != posting.amount?.commodity,
            let original = try amount.size.money(), original.currency.isKnown
        else { return }
        line.originalAmount = line.amount.isNegative ? original.negated : original
    }

    // MARK: Kopiyka's own journals

    private func fillOwn(
        _ line: inout StatementLine, _ transaction: JournalTransaction, _ batch: inout LineBatch
    ) {
        line.isHold = transaction.isPending
        for (name, value) in transaction.facts {
            if let field = FactText.allCases.first(where: { $0.column == name }) {
                line[field] = batch.add(value)
            } else if let field = FactDay.allCases.first(where: { $0.name == name }) {
                line[field] = CalendarDate(text: value)
            } else if let field = FactMoney.allCases.first(where: { $0.name == name }) {
                line[field] = money(value)
            } else if name == "mcc", let code = UInt16(value) {
                line.mcc = code
            } else if name == "time" {
                line.made.second = (try? DateText.parseTime(value.utf8Span.span)) ?? -1
            } else if name == "made_at" {
                line.made.offsetMinutes = offset(value)
            }
        }
        // What was decided here stands for the bank's own category, which is less.
        if let category = transaction.fact("category"), !category.isEmpty {
            line.bankCategory = batch.add(category)
        }
    }

    private func money(_ text: String) -> Money? {
        let words = text.split(separator: " ").map(String.init)
        guard let number = words.first else { return nil }
        return Money(
            text: number,
            currency: words.count > 1 ? JournalCommodity.currency(words[1]) ?? .unknown : .unknown)
    }

    /// The minutes of `…+02:00`.
    private func offset(_ text: String) -> Int16 {
        let end = Array(text.utf8.suffix(6))
        guard end.count == 6, end[3] == UInt8(ascii: ":"),
            let hours = Int16(String(decoding: end[1..<3], as: UTF8.self)),
            let minutes = Int16(String(decoding: end[4..<6], as: UTF8.self)),
            hours >= 0, minutes >= 0
        else { return CivilMoment.unknownOffset }
        return (end[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}
