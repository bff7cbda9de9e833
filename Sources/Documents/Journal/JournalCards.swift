internal import Facts
package import Reading

extension FormatCard {
    /// Journals of hledger and ledger.
    package static let journal = FormatCard.journal(
        "journal", otherNames: ["hledger", "ledger"], isBeancount: false,
        begins: { head, _ in
            head.begins(with: "; kopiyka export --format hledger")
                || head.begins(with: "; kopiyka export --format ledger")
        }, holds: { head, _ in JournalSigns(of: head).isJournal })

    package static let beancount = FormatCard.journal(
        "beancount", otherNames: ["bean"], isBeancount: true,
        begins: { head, _ in head.begins(with: "; kopiyka export --format beancount") },
        holds: { head, _ in JournalSigns(of: head).isBeancount })

    private static func journal(
        _ name: String, otherNames: [String], isBeancount: Bool, begins: @escaping Sign,
        holds: @escaping Sign
    ) -> FormatCard {
        FormatCard(
            name, otherNames: otherNames, begins: begins, holds: holds, undecodable: .replaced,
            reader: { text throws(ReadFailure) in
                var survey = JournalSurvey(
                    file: text.path, isBeancount: isBeancount, options: text.options)
                try text.survey { chunk, final throws(ReadFailure) in
                    try survey.read(chunk, final: final)
                }
                return JournalReader(file: text.path, directives: survey.settled())
            })
    }
}

/// Tells journals from other texts by their first lines.
private struct JournalSigns {
    private(set) var isJournal = false
    private(set) var isBeancount = false

    private static let directives: Set<String> = [
        "include", "!include", "account", "commodity", "decimal-mark", "alias", "payee",
    ]
    private static let dated: Set<String> = [
        "open", "close", "commodity", "balance", "pad", "price", "custom", "event", "txn",
    ]

    init(of head: Span<UInt8>) {
        var bytes: [UInt8] = []
        bytes.append(head)
        var isAfterDay = false
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            var cursor = JournalCursor(Array(line))
            let isIndented = line.first == 0x20 || line.first == 0x09
            cursor.skipBlanks()
            guard let byte = cursor.next, byte != UInt8(ascii: ";") else { continue }
            if isIndented {
                if isAfterDay, isPosting(cursor) { isJournal = true }
                continue
            }
            isAfterDay = false
            if cursor.takeDay(year: nil) != nil {
                guard let after = cursor.next, after == 0x20 || after == UInt8(ascii: "=") else {
                    continue
                }
                cursor.skipBlanks()
                var words = cursor
                let word = words.takeWord()
                words.skipBlanks()
                isBeancount =
                    isBeancount || Self.dated.contains(word)
                    || (word.unicodeScalars.count == 1 && words.next == UInt8(ascii: "\""))
                isAfterDay = true
                continue
            }
            let word = cursor.takeWord()
            cursor.skipBlanks()
            let isQuoted = cursor.next == UInt8(ascii: "\"")
            if word == "option" || word == "plugin" || word == "include", isQuoted {
                isBeancount = true
            } else if Self.directives.contains(word), !cursor.isAtEnd,
                !cursor.bytes.contains(UInt8(ascii: ",")) || word == "commodity"
            {
                isJournal = true
            }
        }
    }

    /// An account, alone or before two blanks and an amount.
    private func isPosting(_ cursor: JournalCursor) -> Bool {
        let text = cursor.rest
        return text.contains(":") && !text.contains("\t")
            || text.contains("  ") || text.contains("\t")
    }
}
