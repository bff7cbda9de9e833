package import Facts
package import Reading

/// The directives of a whole journal, known before its first transaction is read.
package struct JournalDirectives: Sendable {
    let isBeancount: Bool
    /// Kopiyka wrote it with everything of each line (`export --metadata all`).
    private(set) var isOwn = false
    private(set) var numbers = JournalNumbers()
    private(set) var accounts = JournalAccounts()
    /// Those below `account` directives of ledger.
    private(set) var aliases: [JournalAlias] = []
    private var number = 0
    /// The commodity of a directive whose indented lines follow.
    private var isInAccount = ""

    init(isBeancount: Bool, options: ReadOptions) {
        self.isBeancount = isBeancount
        numbers.isBeancount = isBeancount
        switch options.decimalMark {
        case .point: numbers.mark = UInt8(ascii: ".")
        case .comma: numbers.mark = UInt8(ascii: ",")
        case .either, nil: break
        }
    }

    mutating func take(_ line: [UInt8]) {
        number += 1
        if number == 1 {
            let text = String(decoding: line, as: UTF8.self)
            isOwn =
                text.utf8.starts(with: "; kopiyka export --format ".utf8)
                && text.hasSuffix(" --metadata all")
        }
        guard let first = line.first else { return }
        var cursor = JournalCursor(line)
        if first == 0x20 || first == 0x09 {
            cursor.skipBlanks()
            let word = cursor.takeWord()
            if word == "format" { learn(cursor.rest) }
            if !isInAccount.isEmpty, word == "alias" {
                aliases.append(JournalAlias(from: cursor.rest, to: isInAccount))
            }
            if !isInAccount.isEmpty, word == ";" || word == ";type:" {
                declare(isInAccount, comment: cursor.rest)
            }
            return
        }
        isInAccount = ""
        let word = cursor.takeWord()
        switch word {
        case "commodity", "D":
            let text = cursor.rest
            let format = text.prefix { $0 != ";" }
            if let commodity = learn(String(format)), word == "D" {
                numbers.defaultCommodity = commodity
            }
        case "decimal-mark":
            cursor.skipBlanks()
            if let mark = cursor.next, mark == 0x2E || mark == 0x2C { numbers.mark = mark }
        case "account":
            let parts = cursor.rest.split(separator: ";", maxSplits: 1).map(String.init)
            guard let name = parts.first?.trimmingBlanks else { return }
            isInAccount = name
            if parts.count > 1 { declare(name, comment: parts[1]) }
        case "option": takeOption(&cursor)
        default: return
        }
    }

    @discardableResult
    private mutating func learn(_ text: String) -> String? { numbers.learn(Array(text.utf8)) }

    private mutating func declare(_ name: String, comment: String) {
        for part in comment.split(separator: ",") {
            let words = part.split(separator: ":", maxSplits: 1).map {
                String($0).trimmingBlanks
            }
            if words.count == 2, words[0] == "type" { accounts.declare(name, type: words[1]) }
        }
    }

    /// `option "name_assets" "Vermoegen"`.
    private mutating func takeOption(_ cursor: inout JournalCursor) {
        cursor.skipBlanks()
        guard let key = cursor.takeQuoted() else { return }
        cursor.skipBlanks()
        guard let value = cursor.takeQuoted() else { return }
        switch key {
        case "name_assets", "name_liabilities": accounts.declare(value, type: "A")
        case "name_expenses", "name_income": accounts.declare(value, type: "X")
        case "name_equity": accounts.declare(value, type: "E")
        default: return
        }
    }
}

/// Reads the directives of a journal, chunk by chunk.
package struct JournalSurvey {
    private var directives: JournalDirectives
    private var lines: PhysicalLines

    package init(file: String, isBeancount: Bool, options: ReadOptions = ReadOptions()) {
        directives = JournalDirectives(isBeancount: isBeancount, options: options)
        lines = PhysicalLines(file: file)
    }

    package mutating func read(_ chunk: Span<UInt8>, final: Bool) throws(ReadFailure) {
        lines.append(chunk)
        while let range = try lines.next(final: final) {
            directives.take(Array(lines.bytes[range]))
        }
    }

    package consuming func settled() -> JournalDirectives { directives }
}
