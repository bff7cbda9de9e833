import Facts
import Reading
import Scanning

/// Makes the rows of a journal's transactions.
struct JournalRows {
    private(set) var known = ClaimedAccounts()
    private let file: String
    private let directives: JournalDirectives
    private var rowCount: UInt32 = 0
    /// Sums of own accounts so far, for balances that are assigned.
    private var sums: [Purse: (amount: JournalAmount, day: CalendarDate)] = [:]

    /// Own accounts of rejected transactions: their sums are unknown.
    private var unsummed: Set<String> = []
    /// The accounts of a rejected transaction are unknown, so it may be any.
    private var isAnyUnsummed = false
    /// Purses whose balance was asserted since.
    private var asserted: Set<Purse> = []

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
    ///
    /// - Parameter end: the day at whose beginning a balance holds that the transaction makes true;
    ///   nil for the transaction's own.
    mutating func add(
        _ transaction: JournalTransaction, before end: CalendarDate? = nil,
        into batch: inout LineBatch
    ) throws(ReadFailure) {
        var transaction = transaction
        let isUnread = transaction.refusal != nil
        do throws(JournalAmount.Problem) {
            if transaction.refusal == nil { try assign(&transaction, before: end) }
            if transaction.refusal == nil, try !transaction.balance() {
                transaction.refuse(
                    rejection(.amountsDoNotSum, transaction, "amount", expected: "0"))
            }
            if let line = transaction.postings.first, transaction.refusal == nil,
                transaction.isOwn(directives), let whole = try line.amount?.money(),
                splits(of: transaction, whole) == nil
            {
                transaction.refuse(
                    rejection(
                        .amountsDoNotSum, transaction, "parts", line: line.line,
                        expected: whole.text))
            }
            if transaction.refusal == nil { try count(transaction) }
        } catch {
            transaction.refuse(rejection(.amountOverflow, transaction, "amount"))
        }
        if let refusal = transaction.refusal {
            batch.rejections.append(refusal)
            rowCount &+= 1
            forgetSums(of: transaction, isUnread: isUnread)
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
        _ transaction: inout JournalTransaction, before end: CalendarDate?
    ) throws(JournalAmount.Problem) {
        for index in transaction.postings.indices where transaction.postings[index].isAssignment {
            let posting = transaction.postings[index]
            guard let balance = posting.balance else { continue }
            if isUnsummed(posting, balance.commodity) {
                return transaction.refuse(amountMissing(transaction, posting))
            }
            var start = JournalAmount(commodity: balance.commodity)
            for sum in sums(of: posting, balance.commodity) {
                if end.map({ sum.day >= $0 }) ?? (sum.day > transaction.day) {
                    return transaction.refuse(amountMissing(transaction, posting))
                }
                start = try start.adding(sum.amount)
            }
            transaction.postings[index].amount = try balance.adding(start.negated)
            if posting.isOfAll { transaction.postings[index].balance = nil }
        }
    }

    private func amountMissing(
        _ transaction: JournalTransaction, _ posting: JournalPosting
    ) -> RowRejection {
        rejection(
            .amountMissing, transaction, "amount", line: posting.line,
            expected: "number commodity")
    }

    /// - Parameter isUnread: not all of its postings are known.
    private mutating func forgetSums(of transaction: JournalTransaction, isUnread: Bool) {
        if isUnread {
            isAnyUnsummed = true
            asserted.removeAll()
        }
        for posting in transaction.postings where kinds.kind(of: posting.account) == .own {
            unsummed.insert(posting.account)
            asserted = asserted.filter { $0.account != posting.account }
        }
    }

    private func isUnsummed(_ posting: JournalPosting, _ commodity: String) -> Bool {
        if unsummed.isEmpty, !isAnyUnsummed { return false }
        if !posting.isOfAll {
            return (isAnyUnsummed || unsummed.contains(posting.account))
                && !asserted.contains(Purse(account: posting.account, commodity: commodity))
        }
        let below = posting.account + ":"
        return isAnyUnsummed
            || unsummed.contains {
                $0 == posting.account || $0.utf8.starts(with: below.utf8)
            }
    }

    private func sums(
        of posting: JournalPosting, _ commodity: String
    ) -> [(amount: JournalAmount, day: CalendarDate)] {
        if !posting.isOfAll {
            let purse = Purse(account: posting.account, commodity: commodity)
            return sums[purse].map { [$0] } ?? []
        }
        let below = posting.account + ":"
        return sums.filter { purse, _ in
            purse.commodity == commodity
                && (purse.account == posting.account
                    || purse.account.utf8.starts(with: below.utf8))
        }.map(\.value)
    }

    private mutating func count(_ transaction: JournalTransaction) throws(JournalAmount.Problem) {
        for posting in transaction.postings where kinds.kind(of: posting.account) == .own {
            guard let amount = posting.amount else { continue }
            let purse = Purse(account: posting.account, commodity: amount.commodity)
            if let balance = posting.balance, balance.commodity == amount.commodity,
                isUnsummed(posting, amount.commodity)
            {
                sums[purse] = (balance, transaction.day)
                asserted.insert(purse)
                continue
            }
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
        let isOwn = directives.isOwn && transaction.fact("account") != nil
        // Kopiyka's own entries begin with their account, whose name may be anything.
        let (own, others) =
            isOwn
            ? (Array(transaction.postings.prefix(1)), Array(transaction.postings.dropFirst()))
            : (
                transaction.postings.filter {
                    kinds.kind(of: $0.account) == .own && $0.amount?.isZero == false
                }, transaction.postings.filter { kinds.kind(of: $0.account) != .own }
            )
        if own.isEmpty { return leaveOut(transaction, others, &batch) }
        let categories = others.filter { !JournalAccounts.isConversion($0.account) }
        let sides: JournalSides
        do throws(JournalAmount.Problem) {
            sides = try JournalSides(own, categories)
        } catch {
            batch.rejections.append(rejection(.amountOverflow, transaction, "amount"))
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
                try open(own[index], transaction, &batch)
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
                try fill(&line, transaction, sides, own, index, categories, &batch)
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

    /// The balance that an account begins with.
    private mutating func open(
        _ posting: JournalPosting, _ transaction: JournalTransaction, _ batch: inout LineBatch
    ) throws(ReadFailure) {
        // Kopiyka's own journals name the account beside the name that it has there.
        let number = directives.isOwn ? transaction.fact("account") : posting.account
        guard let number, let amount = posting.amount, !amount.isZero,
            let money = (try? amount.money()) ?? nil
        else { return }
        batch.openings.append(
            StatementOpening(
                account: try known.index(
                    of: AccountClaim(number: number),
                    at: SourcePlace(file: file, line: posting.line)), amount: money,
                day: transaction.day))
    }

    /// A transaction without an account of money.
    private mutating func leaveOut(
        _ transaction: JournalTransaction, _ others: [JournalPosting], _ batch: inout LineBatch
    ) {
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
    }

    private func fill(
        _ line: inout StatementLine, _ transaction: JournalTransaction, _ sides: JournalSides,
        _ own: [JournalPosting], _ index: Int, _ others: [JournalPosting],
        _ batch: inout LineBatch
    ) throws(JournalAmount.Problem) {
        let posting = own[index]
        line.made = CivilMoment(day: posting.day ?? transaction.day)
        if transaction.isOwn(directives) {
            return fillOwn(&line, transaction, &batch)
        }
        line.valueOn = transaction.otherDay
        if !transaction.code.isEmpty {
            line.bankID = batch.add(transaction.code)
            line.hasOwnNumberOnly = true
        }
        line.description = batch.add(
            transaction.text.isEmpty ? transaction.payee : transaction.text)
        line.counterpartyName = batch.add(transaction.payee)
        if let balance = try posting.balance?.money(),
            balance.currency == line.amount.currency
        {
            line.balance = balance
        }
        let parts = sides.sides[index].parts
        let isSplit = parts.count > 1 || !parts.isEmpty && sides.partner(of: index) != nil
        // Notes of parts are theirs.
        let notes = isSplit ? posting.notes : (own + others).flatMap(\.notes)
        line.memo = batch.add((transaction.comments + notes).joined(separator: ", "))
        line[.recordedTags] = batch.add(unique(transaction.tags).joined(separator: ", "))
        try settle(&line, posting, sides, index, others, &batch)
    }

    private func unique(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        return tags.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Category, parts and the other account.
    private func settle(
        _ line: inout StatementLine, _ posting: JournalPosting, _ transaction: JournalSides,
        _ index: Int, _ others: [JournalPosting], _ batch: inout LineBatch
    ) throws(JournalAmount.Problem) {
        let side = transaction.sides[index]
        let isAlone = transaction.sides.count == 1
        let names = unique(
            (isAlone ? others : side.parts.map { others[$0.posting] }).map {
                kinds.category($0.account)
            })
        if let partner = transaction.partner(of: index) {
            let other = transaction.sides[partner]
            line[.transferAccount] = batch.add(other.account)
            if side.parts.isEmpty, other.parts.isEmpty, transaction.sides.count == 2,
                other.amount.commodity != side.amount.commodity,
                let amount = try other.amount.money(), amount.currency.isKnown
            {
                line.originalAmount = amount.negated
            }
            if !side.parts.isEmpty { try split(&line, side, others, &batch) }
        } else if names.count == 1, isAlone || side.rest.isZero {
            line.bankCategory = batch.add(names[0])
            if isAlone, others.count == 1 { try setOriginal(&line, posting, others[0]) }
        } else if names.count > 1, !transaction.isOpen {
            try split(&line, side, others, &batch)
        }
    }

    private func split(
        _ line: inout StatementLine, _ side: JournalSides.Side, _ others: [JournalPosting],
        _ batch: inout LineBatch
    ) throws(JournalAmount.Problem) {
        guard side.canSplit else { return }
        var recorded = RecordedParts()
        for part in side.parts {
            guard let amount = try part.amount.money() else { return }
            let posting = others[part.posting]
            recorded.add(
                amount, category: Array(kinds.category(posting.account).utf8),
                note: Array(posting.notes.joined(separator: ", ").utf8))
        }
        line[.recordedParts] = batch.add(recorded.bytes(summingTo: line.amount).span)
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

    /// The bank's facts, and beside them what was decided in the workspace that wrote the journal.
    private func fillOwn(
        _ line: inout StatementLine, _ transaction: JournalTransaction, _ batch: inout LineBatch
    ) {
        line.isHold = transaction.isPending
        for (name, value) in transaction.facts {
            if let field = FactText.allCases.first(where: { $0.exportedName == name }) {
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
        batch.said[line.sourceIndex] = decision(of: transaction, about: line.amount)
        batch.formerKeys[line.sourceIndex] = transaction.fact("key").flatMap(LineKey.init(text:))
    }

    /// Empty members are said too: no suggestion may fill them.
    private func decision(
        of transaction: JournalTransaction, about whole: Money
    ) -> Decision {
        func value(_ name: String) -> String { transaction.fact(name) ?? "" }
        var said = Decision(
            category: value("category"), payee: value("payee"), note: value("note"),
            tags: PercentText.list(of: value("tags")), splits: [],
            transferTo: value("transfer_account"))
        said.isRecorded = true
        said.transferWith = LineKey(text: value("transfer_with"))
        said.notTransferWith = value("not_transfer_with").split(separator: " ")
            .compactMap { LineKey(text: String($0)) }
        said.splits = splits(of: transaction, whole) ?? []
        return said
    }

    /// Nil if a person has edited them, or the amount, into another sum.
    private func splits(
        of transaction: JournalTransaction, _ whole: Money
    ) -> [Decision.Split]? {
        let parts = RecordedPart.read(transaction.fact("parts") ?? "")
        var rest = whole
        var splits: [Decision.Split] = []
        for part in parts {
            guard let amount = Money(text: part.amount, currency: whole.currency),
                let left = try? rest.adding(amount.negated)
            else { return nil }
            rest = left
            splits.append(
                Decision.Split(
                    category: part.category, amount: amount,
                    note: PercentText.restored(part.note)))
        }
        return parts.isEmpty || rest.isZero ? splits : nil
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
