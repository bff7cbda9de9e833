import Facts

extension PreparedRows {
    /// Copies a row with its prepared data from a batch that is about to be reused.
    ///
    /// - Parameter isAnswered: the suggestion of the row's judgement is cached; it is made again if
    ///   evicted.
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
        let line = other.batch.lines[index]
        batch.lines.append(batch.copy(of: line, from: other.batch))
        if let said = other.batch.said[line.sourceIndex] { batch.said[line.sourceIndex] = said }
        if let key = other.batch.formerKeys[line.sourceIndex] {
            batch.formerKeys[line.sourceIndex] = key
        }
        if let id = other.batch.correctedIDs[line.sourceIndex] {
            batch.correctedIDs[line.sourceIndex] = id
        }
        accounts = other.accounts
        layout = other.layout
    }
}
