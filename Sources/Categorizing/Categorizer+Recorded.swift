internal import Facts
internal import Scanning

/// Evidence that another program recorded for a row: its category, parts, tags and the other
/// account.
///
/// The words of a category column mean what the household said (`recorded` in `categories.yaml`);
/// without an answer they are evidence like a bank's words.
extension Categorizer {
    /// The suggestion that the record is; nil if it says nothing, or if a category of it is open.
    internal func recorded(_ line: StatementLine, _ arena: Span<UInt8>) -> Suggestion? {
        let (words, parts, account) = (
            line.bankCategory, line[.recordedParts], line[.transferAccount]
        )
        if words.isEmpty && parts.isEmpty && account.isEmpty { return nil }
        var suggestion = Suggestion(permille: 1_000)
        var subject = text(words, arena)
        if !parts.isEmpty {
            guard
                let splits = splits(
                    text(parts, arena), of: line.amount, isTransfer: !account.isEmpty)
            else { return nil }
            suggestion.splits = splits
            suggestion.category = splits[0].category
        } else if !account.isEmpty {
            subject = text(account, arena)
            suggestion.transferTo = subject
            suggestion.category = category(text(words, arena)) ?? "transfers.own"
        } else if line.mcc == 0 || categories.category(subject) != nil,
            // A row with a merchant's code is a bank's, and so are its words, unless they are a
            // key of ours: a journal that we wrote.
            let key = category(subject)
        {
            suggestion.category = key
        } else {
            return nil
        }
        suggestion.tags = text(line[.recordedTags], arena).split(separator: ",").map {
            String($0.drop(while: { $0 == " " }))
        }
        suggestion.evidence = [
            Evidence(source: .recorded, subject: subject, category: suggestion.category)
        ]
        return suggestion
    }

    /// The parts, whose sum their reader made that of the row; nil if a category is open.
    private func splits(
        _ text: String, of whole: Money, isTransfer: Bool
    ) -> [Decision.Split]? {
        var splits: [Decision.Split] = []
        for part in RecordedPart.read(text) {
            let isMoved = part.isOfAccount || isTransfer && part.category.isEmpty
            guard let key = isMoved ? "transfers.own" : category(part.category),
                let amount = Money(text: part.amount, currency: whole.currency)
            else { return nil }
            splits.append(Decision.Split(category: key, amount: amount, note: part.note))
        }
        return splits.isEmpty ? nil : splits
    }

    private func category(_ recorded: String) -> String? {
        recorded.isEmpty || categories.recordsNothing
            ? nil : categories.recorded(TextFolder().fold(recorded))
    }

    private func text(_ ref: TextRef, _ arena: Span<UInt8>) -> String {
        ref.isEmpty || ref.range.upperBound > arena.count
            ? "" : String(utf8: arena.extracting(ref.range))
    }
}
