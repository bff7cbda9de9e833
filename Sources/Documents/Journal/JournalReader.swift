package import Facts
import Reading
import Scanning

/// Reads journals of hledger and ledger, and beancount's.
///
/// Each posting to an account of money is a row of that account. Postings to categories are its
/// category, or its parts; one to another own account makes it a transfer. Periodic and automated
/// rules, virtual postings and transactions without money are left out and counted; an included
/// file is refused, because a journal without it is not whole.
///
/// - Complexity: O(*n*); keeps the open transaction and a sum for each account.
/// - Source: hledger 1.25 journal format; Ledger 3 manual, *Journal Format*; Beancount language
///   syntax.
package final class JournalReader: StatementReader {
    package let layout: String
    package var accounts: [AccountClaim] { rows.known.claims }

    private let file: String
    private let directives: JournalDirectives
    private var lines: PhysicalLines
    private var rows: JournalRows
    private var open: JournalTransaction?
    /// Indented lines belong to nothing that is read: a directive, a rule, a damaged line.
    private var isInDirective = false
    private var isOrphanRejected = false
    /// The end of a block of comments.
    private var blockEnd = ""
    private var year: Int?
    private var prefixes: [String] = []
    private var pushedTags: [String] = []
    /// The names that `end apply` ends, innermost last.
    private var applied: [String] = []
    private var aliases: [JournalAlias] = []
    /// Accounts of beancount whose next balance a `pad` makes true.
    private var pads: [JournalPad] = []
    private var hasContents = false

    package init(file: String, directives: JournalDirectives) {
        self.file = file
        self.directives = directives
        layout = directives.isBeancount ? "beancount" : "journal"
        lines = PhysicalLines(file: file)
        rows = JournalRows(file: file, directives: directives)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        lines.append(chunk)
        while let range = try lines.next(final: final) {
            try feed(Array(lines.bytes[range]), into: &batch)
        }
        if final {
            // An account or an amount without the end of its line may be half of one.
            if !lines.isEnded { open?.refuse(rejection(.rowCutShort, "posting")) }
            try end(into: &batch)
            for pad in pads where !pad.isUsed {
                batch.skipped.append(RowSkip(reason: .informational, line: pad.line))
            }
            if !hasContents { throw ReadFailure(.notAStatement, at: SourcePlace(file: file)) }
        }
    }

    private func end(into batch: inout LineBatch) throws(ReadFailure) {
        guard let transaction = open else { return }
        open = nil
        try rows.add(transaction, into: &batch)
    }

    private func rejection(
        _ kind: RowRejection.Kind, _ field: String, column: Int = 1, found: String = "",
        expected: String = ""
    ) -> RowRejection {
        RowRejection(
            kind: kind, place: SourcePlace(file: file, line: lines.number, column: column),
            field: field, found: CellText.excerpt(found.utf8Span.span), expected: expected)
    }

    private func skip(into batch: inout LineBatch) {
        batch.skipped.append(RowSkip(reason: .informational, line: lines.number))
    }

    private func feed(_ line: [UInt8], into batch: inout LineBatch) throws(ReadFailure) {
        var line = line
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        if !blockEnd.isEmpty {
            if String(decoding: line, as: UTF8.self) == blockEnd { blockEnd = "" }
            return
        }
        guard let first = line.first else {
            // A blank line ends a transaction of hledger and ledger.
            if !directives.isBeancount { try end(into: &batch) }
            return
        }
        if line.span.hasRefusedControls {
            open?.refuse(rejection(.textHasControls, "text"))
            if open == nil, first > 0x20 {
                batch.rejections.append(rejection(.textHasControls, "text"))
            }
            return
        }
        if first == 0x20 || first == 0x09 {
            if isInDirective { return }
            if open == nil { return feedOrphan(line, into: &batch) }
            return try feedIndented(line, into: &batch)
        }
        try end(into: &batch)
        isInDirective = false
        isOrphanRejected = false
        if (0x30...0x39).contains(first) { return try begin(line, into: &batch) }
        try feedDirective(line, into: &batch)
    }

    /// A posting without its transaction, whose first line may be damaged; comments are none.
    private func feedOrphan(_ line: [UInt8], into batch: inout LineBatch) {
        var cursor = JournalCursor(line)
        cursor.skipBlanks()
        if isOrphanRejected || cursor.next == UInt8(ascii: ";") { return }
        isOrphanRejected = true
        batch.rejections.append(
            rejection(.recordIncomplete, "posting", found: cursor.rest, expected: "yyyy-mm-dd"))
    }

    // MARK: directives

    private static let known: Set<String> = [
        "account", "commodity", "decimal-mark", "payee", "tag", "D", "P", "N", "C", "A", "bucket",
        "capture", "define", "def", "expr", "eval", "assert", "check", "option", "plugin", "end",
        "pushmeta", "popmeta",
    ]

    /// `end apply account`, or `end apply` for the innermost.
    private func endApplied(_ what: String) {
        guard let last = applied.lastIndex(where: { what.isEmpty || $0 == what }) else { return }
        switch applied.remove(at: last) {
        case "account": _ = prefixes.popLast()
        case "tag": _ = pushedTags.popLast()
        default: break
        }
    }

    private func feedDirective(
        _ line: [UInt8], into batch: inout LineBatch
    ) throws(ReadFailure) {
        var cursor = JournalCursor(line)
        if let first = cursor.next, ";#*|%".utf8.contains(first) { return }
        isInDirective = true
        if let first = cursor.next, first == UInt8(ascii: "~") || first == UInt8(ascii: "=") {
            hasContents = true
            return skip(into: &batch)
        }
        let word = cursor.takeWord()
        cursor.skipBlanks()
        switch word {
        case "include", "!include", "@include":
            throw ReadFailure(
                .malformed, at: SourcePlace(file: file, line: lines.number, column: 1),
                found: word, details: ["journal-include"])
        case "comment", "test": blockEnd = "end " + word
        case "Y", "year": year = Int(cursor.rest)
        case "apply", "!apply":
            let what = cursor.takeWord()
            applied.append(what)
            if what == "account" { prefixes.append(cursor.rest) }
            if what == "year" { year = Int(cursor.rest) }
            if what == "tag" { pushedTags.append(cursor.rest) }
        case "alias":
            guard let alias = JournalAlias(cursor.rest) else {
                throw ReadFailure(
                    .malformed, at: SourcePlace(file: file, line: lines.number, column: 1),
                    found: word, details: ["journal-alias"])
            }
            aliases.append(alias)
        case "end" where cursor.rest == "aliases": aliases = []
        case "end" where cursor.rest.hasPrefix("apply"), "!end":
            let ends = word == "end" ? String(cursor.rest.dropFirst(5)).trimmingBlanks : ""
            endApplied(ends)
        case "pushtag": pushedTags.append(String(cursor.rest.drop { $0 == "#" }))
        case "poptag":
            let tag = String(cursor.rest.drop { $0 == "#" })
            if let last = pushedTags.lastIndex(of: tag) { pushedTags.remove(at: last) }
        default:
            let isYear = word.utf8.first == UInt8(ascii: "Y") && Int(word.dropFirst()) != nil
            if isYear { year = Int(word.dropFirst()) }
            if isYear || Self.known.contains(word) { break }
            hasContents = true
            batch.rejections.append(
                rejection(.recordIncomplete, "directive", found: word, expected: "yyyy-mm-dd"))
            return
        }
        hasContents = true
    }

    // MARK: transactions

    private func begin(_ line: [UInt8], into batch: inout LineBatch) throws(ReadFailure) {
        hasContents = true
        var cursor = JournalCursor(line)
        guard let day = cursor.takeDay(year: year) else {
            isInDirective = true
            batch.rejections.append(
                rejection(.dateNotADay, "date", found: cursor.takeWord(), expected: "yyyy-mm-dd"))
            return
        }
        var transaction = JournalTransaction(line: lines.number, day: day)
        transaction.tags = pushedTags
        if cursor.take("=") {
            guard let other = cursor.takeDay(year: day.parts.year) else {
                isInDirective = true
                batch.rejections.append(
                    rejection(
                        .dateNotADay, "date", column: cursor.at + 1, found: cursor.takeWord(),
                        expected: "yyyy-mm-dd"))
                return
            }
            transaction.otherDay = other
        }
        if let byte = cursor.next, byte != 0x20, byte != 0x09 {
            isInDirective = true
            batch.rejections.append(
                rejection(
                    .dateNotADay, "date", found: String(decoding: line, as: UTF8.self),
                    expected: "yyyy-mm-dd"))
            return
        }
        cursor.skipBlanks()
        if directives.isBeancount {
            try beginBeancount(&transaction, &cursor, into: &batch)
        } else {
            beginJournal(&transaction, &cursor)
            open = transaction
        }
    }

    private func beginJournal(
        _ transaction: inout JournalTransaction, _ cursor: inout JournalCursor
    ) {
        if cursor.take("*") {
        } else if cursor.take("!") {
            transaction.isPending = true
        }
        cursor.skipBlanks()
        if cursor.next == UInt8(ascii: "("), let code = cursorCode(&cursor) {
            transaction.code = code
        }
        let text = cursor.rest
        var words = text
        if let comment = commentStart(text) {
            words = String(text[..<comment])
            take(comment: String(text[comment...].dropFirst()), into: &transaction)
        }
        let parts = words.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).trimmingBlanks }
        if parts.count == 2 {
            transaction.payee = parts[0]
            transaction.text = parts[1]
        } else {
            transaction.text = parts.first ?? ""
        }
    }

    private func cursorCode(_ cursor: inout JournalCursor) -> String? {
        let start = cursor.at
        cursor.at += 1
        guard let code = cursor.take(upTo: ")") else {
            cursor.at = start
            return nil
        }
        return String(decoding: code, as: UTF8.self).trimmingBlanks
    }

    /// hledger ends a description at any semicolon, ledger at one after two blanks; a semicolon
    /// inside a word is none.
    private func commentStart(_ text: String) -> String.Index? {
        var before: Character = " "
        for index in text.indices {
            if text[index] == ";", before == " " || before == "\t" { return index }
            before = text[index]
        }
        return nil
    }

    private static let beancountDirectives: Set<String> = [
        "open", "close", "commodity", "note", "document", "price", "event", "query",
        "custom",
    ]

    private func beginBeancount(
        _ transaction: inout JournalTransaction, _ cursor: inout JournalCursor,
        into batch: inout LineBatch
    ) throws(ReadFailure) {
        let flag = cursor.takeWord()
        if flag == "pad" {
            isInDirective = true
            cursor.skipBlanks()
            let account = cursor.takeWord()
            cursor.skipBlanks()
            pads.append(
                JournalPad(
                    line: lines.number, day: transaction.day, account: account,
                    source: cursor.takeWord()))
            return
        }
        if flag == "balance" {
            isInDirective = true
            return try pad(upTo: &cursor, on: transaction.day, into: &batch)
        }
        if Self.beancountDirectives.contains(flag) {
            isInDirective = true
            return
        }
        guard flag == "txn" || flag.unicodeScalars.count == 1 else {
            isInDirective = true
            batch.rejections.append(
                rejection(.recordIncomplete, "directive", found: flag, expected: "*, !"))
            return
        }
        transaction.isPending = flag == "!"
        var texts: [String] = []
        while true {
            cursor.skipBlanks()
            guard let byte = cursor.next else { break }
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = cursor.takeQuoted() else {
                    transaction.refuse(rejection(.quoteNotClosed, "narration", column: cursor.at))
                    cursor.at = cursor.bytes.count
                    continue
                }
                texts.append(text)
            case UInt8(ascii: "#"):
                transaction.tags.append(String(cursor.takeWord().dropFirst()))
            case UInt8(ascii: "^"): _ = cursor.takeWord()
            case UInt8(ascii: "|"): cursor.at += 1
            case UInt8(ascii: ";"): cursor.at = cursor.bytes.count
            default:
                transaction.refuse(
                    rejection(
                        .recordIncomplete, "narration", column: cursor.at + 1,
                        found: cursor.takeWord(), expected: "\""))
                cursor.at = cursor.bytes.count
            }
        }
        if texts.count == 2 {
            transaction.payee = texts[0]
            transaction.text = texts[1]
        } else {
            transaction.text = texts.first ?? ""
        }
        open = transaction
    }

    /// The transaction that makes a balance true, if a `pad` before it asks for one.
    private func pad(
        upTo cursor: inout JournalCursor, on day: CalendarDate, into batch: inout LineBatch
    ) throws(ReadFailure) {
        cursor.skipBlanks()
        let account = cursor.takeWord()
        guard
            let index = pads.lastIndex(where: { $0.account == account && $0.day < day })
        else { return }
        let amount: JournalAmount
        do throws(JournalAmount.Problem) {
            amount = try directives.numbers.amount(&cursor)
        } catch {
            batch.rejections.append(
                rejection(kind(of: error), "balance", found: cursor.rest))
            return
        }
        guard pads[index].commodities.insert(amount.commodity).inserted else { return }
        let pad = pads[index]
        var transaction = JournalTransaction(line: pad.line, day: pad.day)
        transaction.text = "Padding"
        var posting = JournalPosting(line: pad.line, account: pad.account)
        posting.balance = amount
        posting.isAssignment = true
        posting.isOfAll = true
        transaction.postings = [posting, JournalPosting(line: pad.line, account: pad.source)]
        try rows.add(transaction, before: day, into: &batch)
    }

    // MARK: lines of a transaction

    private func feedIndented(
        _ line: [UInt8], into batch: inout LineBatch
    ) throws(ReadFailure) {
        guard var transaction = open else { return }
        open = nil
        transaction.bytes += line.count
        if transaction.bytes > Limits.recordBytesMax {
            throw ReadFailure(
                .limitExceeded, at: SourcePlace(file: file, line: transaction.line),
                details: ["record-bytes", "\(Limits.recordBytesMax)"])
        }
        var cursor = JournalCursor(line)
        cursor.skipBlanks()
        switch cursor.next {
        case UInt8(ascii: ";"),
            UInt8(ascii: "#") where !directives.isBeancount:
            cursor.at += 1
            if !directives.isBeancount { take(comment: cursor.rest, into: &transaction) }
        case UInt8(ascii: "#"), UInt8(ascii: "^"): takeTags(&cursor, into: &transaction)
        case let byte? where directives.isBeancount && (0x61...0x7A).contains(byte):
            takeMetadata(&cursor, into: &transaction)
        default: takePosting(&cursor, into: &transaction, &batch)
        }
        open = transaction
    }

    /// Tags of beancount below a transaction.
    private func takeTags(
        _ cursor: inout JournalCursor, into transaction: inout JournalTransaction
    ) {
        while !cursor.isAtEnd {
            cursor.skipBlanks()
            let word = cursor.takeWord()
            if word.hasPrefix("#") { transaction.tags.append(String(word.dropFirst())) }
        }
    }

    private func takeMetadata(
        _ cursor: inout JournalCursor, into transaction: inout JournalTransaction
    ) {
        let name = String(
            decoding: cursor.take { $0 != UInt8(ascii: ":") && $0 > 0x20 }, as: UTF8.self)
        guard cursor.take(":") else {
            return transaction.refuse(rejection(.recordIncomplete, "metadata", expected: ":"))
        }
        cursor.skipBlanks()
        let value = cursor.next == UInt8(ascii: "\"") ? cursor.takeQuoted() : cursor.rest
        guard let value else {
            return transaction.refuse(rejection(.quoteNotClosed, "metadata"))
        }
        take(name: name, value: value, into: &transaction)
    }

    /// Texts of comments below a posting are the posting's.
    private func note(_ text: String, into transaction: inout JournalTransaction) {
        if let last = transaction.postings.indices.last {
            transaction.postings[last].notes.append(text)
        } else {
            transaction.comments.append(text)
        }
    }

    private func take(
        name: String, value: String, into transaction: inout JournalTransaction
    ) {
        if directives.isOwn {
            transaction.facts.append((name, PercentText.restored(value)))
        } else if name == "memo" || name == "note" {
            note(value, into: &transaction)
        } else if name == "tags" {
            transaction.tags += value.split(separator: ",").map { String($0).trimmingBlanks }
        } else {
            note("\(name): \(value)", into: &transaction)
        }
    }

    /// Texts and tags of a comment: `word`, `tag:`, `tag: value`, `:tag:other:`.
    private func take(comment: String, into transaction: inout JournalTransaction) {
        let comment = comment.trimmingBlanks
        if directives.isOwn {
            guard let colon = comment.firstIndex(of: ":") else { return }
            let value = String(comment[comment.index(after: colon)...]).trimmingBlanks
            return take(name: String(comment[..<colon]), value: value, into: &transaction)
        }
        if comment.utf8.count > 1, comment.hasPrefix(":"), comment.hasSuffix(":"),
            !comment.contains(" ")
        {
            transaction.tags += comment.split(separator: ":").map(String.init)
            return
        }
        for piece in comment.split(separator: ",") {
            let text = String(piece).trimmingBlanks
            guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
                !text[..<colon].contains(" ")
            else {
                if !text.isEmpty { note(text, into: &transaction) }
                continue
            }
            let name = String(text[..<colon])
            let value = String(text[text.index(after: colon)...])
            if value.isEmpty {
                transaction.tags.append(name)
            } else if value.hasPrefix("//") {
                note(text, into: &transaction)
            } else if name == "memo" || name == "note" {
                note(value.trimmingBlanks, into: &transaction)
            } else if !["date", "date2", "type"].contains(name) {
                transaction.tags.append("\(name):\(value.trimmingBlanks)")
            }
        }
    }

    // MARK: postings

    private func takePosting(
        _ cursor: inout JournalCursor, into transaction: inout JournalTransaction,
        _ batch: inout LineBatch
    ) {
        if let mark = cursor.next, mark == UInt8(ascii: "*") || mark == UInt8(ascii: "!") {
            cursor.at += 1
            cursor.skipBlanks()
        }
        var posting = JournalPosting(line: lines.number, account: takeAccount(&cursor))
        if let first = posting.account.utf8.first,
            first == UInt8(ascii: "(") || first == UInt8(ascii: "[")
        {
            return skip(into: &batch)
        }
        if posting.account.contains("\u{FFFD}") {
            transaction.refuse(rejection(.textNotDecodable, "account"))
        }
        posting.account = (prefixes + [posting.account]).joined(separator: ":")
        for alias in aliases.reversed() + directives.aliases {
            posting.account = alias.renamed(posting.account)
        }
        do throws(JournalAmount.Problem) {
            try takeAmounts(&cursor, into: &posting)
        } catch {
            transaction.refuse(
                rejection(
                    kind(of: error), "amount", column: column(of: cursor),
                    found: cursor.rest, expected: "number commodity"))
        }
        cursor.skipBlanks()
        var comment: String?
        if cursor.take(";") {
            comment = cursor.rest
            posting.day = postingDay(cursor.rest)
        } else if !cursor.isAtEnd, transaction.refusal == nil {
            transaction.refuse(
                rejection(
                    .amountNotANumber, "amount", column: column(of: cursor), found: cursor.rest,
                    expected: "number commodity"))
        }
        transaction.postings.append(posting)
        if let comment, !directives.isOwn { take(comment: comment, into: &transaction) }
    }

    private func kind(of problem: JournalAmount.Problem) -> RowRejection.Kind {
        switch problem {
        case .notANumber: .amountNotANumber
        case .ambiguous: .amountAmbiguous
        case .overflow: .amountOverflow
        }
    }

    private func column(of cursor: JournalCursor) -> Int {
        var position = TextPosition()
        position.advance(over: cursor.bytes.span, from: 0, to: min(cursor.at, cursor.bytes.count))
        return position.column
    }

    /// An account of hledger and ledger may have single blanks; two, or a tab, end it.
    private func takeAccount(_ cursor: inout JournalCursor) -> String {
        if directives.isBeancount { return cursor.takeWord() }
        let start = cursor.at
        while let byte = cursor.next, byte != 0x09 {
            if byte == 0x20, cursor.byte(after: 1).map({ $0 == 0x20 || $0 == 0x09 }) ?? true {
                break
            }
            cursor.at += 1
        }
        return String(decoding: cursor.bytes[start..<cursor.at], as: UTF8.self)
    }

    private func takeAmounts(
        _ cursor: inout JournalCursor, into posting: inout JournalPosting
    ) throws(JournalAmount.Problem) {
        cursor.skipBlanks()
        if let byte = cursor.next, byte != UInt8(ascii: ";"), byte != UInt8(ascii: "=") {
            posting.amount = try directives.numbers.amount(&cursor)
        }
        var price: JournalAmount?
        var isTotal = false
        var lot: JournalAmount?
        var isLotTotal = false
        while true {
            cursor.skipBlanks()
            guard let byte = cursor.next, byte != UInt8(ascii: ";") else { break }
            switch byte {
            case UInt8(ascii: "@"):
                cursor.at += 1
                isTotal = cursor.take("@")
                price = try directives.numbers.amount(&cursor)
            case UInt8(ascii: "{"):
                cursor.at += 1
                isLotTotal = cursor.take("{")
                _ = cursor.take("=")
                guard let inside = cursor.take(upTo: "}") else { throw .notANumber }
                _ = cursor.take("}")
                var lots = JournalCursor(
                    Array(inside.prefix { $0 != UInt8(ascii: ",") || !directives.isBeancount }))
                lots.skipBlanks()
                if !lots.isAtEnd { lot = try directives.numbers.amount(&lots) }
            case UInt8(ascii: "["), UInt8(ascii: "("):
                // The day and the note of a lot, or `(@)`.
                let end: Unicode.Scalar = byte == UInt8(ascii: "[") ? "]" : ")"
                guard posting.amount != nil, let inside = cursor.take(upTo: end) else {
                    throw .notANumber
                }
                if inside.dropFirst().allSatisfy({ $0 == UInt8(ascii: "@") }) {
                    price = try directives.numbers.amount(&cursor)
                    isTotal = inside.count > 2
                }
            case UInt8(ascii: "="):
                cursor.at += 1
                _ = cursor.take("=")
                let isOfAll = cursor.take("*")
                let balance = try directives.numbers.amount(&cursor)
                if !isOfAll { posting.balance = balance }
                posting.isAssignment = posting.amount == nil
            default: throw .notANumber
            }
        }
        guard let amount = posting.amount else { return }
        if let lot {
            posting.cost = try cost(amount, lot, isTotal: isLotTotal)
        } else if let price {
            posting.cost = try cost(amount, price, isTotal: isTotal)
        }
    }

    private func cost(
        _ amount: JournalAmount, _ price: JournalAmount, isTotal: Bool
    ) throws(JournalAmount.Problem) -> JournalAmount {
        guard isTotal else { return try amount.times(price) }
        return amount.isNegative ? price.size.negated : price.size
    }

    /// `date:2025-03-17` or `[2025-03-17]` in the comment of a posting.
    private func postingDay(_ comment: String) -> CalendarDate? {
        for mark in ["date:", "["] {
            guard let found = comment.firstRange(of: mark) else { continue }
            var cursor = JournalCursor(Array(comment[found.upperBound...].utf8))
            cursor.skipBlanks()
            if let day = cursor.takeDay(year: open?.day.parts.year ?? year) { return day }
        }
        return nil
    }
}
