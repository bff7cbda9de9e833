import Facts

extension PreparedRows {
    /// Keeps a row, with all that was prepared for it, of a batch that is about to be filled anew.
    ///
    /// - Parameter isAnswered: the suggestion was made of the row's judgement, which is made anew
    ///   should the answer get lost.
    mutating func keep(_ index: Int, of other: PreparedRows, isAnswered: Bool = false) {
        let number = other.judgementNumbers[index]
        identities.append(other.identities[index])
        judgementNumbers.append(number)
        if !isAnswered, let judgement = other.judgements[number] {
            judgements.set(judgement, number)
        }
        if !other.currenciesGiven.isEmpty {
            let missing = batch.lines.count - currenciesGiven.count
            currenciesGiven += repeatElement(false, count: missing)
            currenciesGiven.append(other.currenciesGiven[index])
        }
        batch.lines.append(batch.copy(of: other.batch.lines[index], from: other.batch))
        accounts = other.accounts
        layout = other.layout
    }
}

extension LineBatch {
    /// The line with its texts in this batch's arena.
    mutating func copy(of line: StatementLine, from other: LineBatch) -> StatementLine {
        var line = line
        for place in line.texts.indices { move(&line.texts[place], from: other) }
        move(&line.folded, from: other)
        return line
    }

    private mutating func move(_ text: inout TextRef, from other: LineBatch) {
        text = add(other.arena.span.extracting(text.range))
    }
}
