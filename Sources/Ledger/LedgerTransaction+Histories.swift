package import Facts

/// Decisions remembered by subject. Undo puts back what stood there before, so nothing of a command that is taken back remains.
extension LedgerTransaction {
    /// What is known of a subject now, with what this command taught.
    package func history(of subject: SubjectKey) throws(LedgerFailure) -> MerchantHistory? {
        if let known = histories[subject] { return known.now }
        let row = try statement("SELECT past FROM history WHERE kind = ?1 AND subject = ?2")
        row.bind(1, subject.kind.rawValue)
        try row.bindEvenEmpty(2, subject.subject)
        defer { row.reset() }
        guard try row.step() else {
            histories[subject] = (nil, nil)
            return nil
        }
        let text = row.text(0)
        guard let history = MerchantHistory(text: text) else { throw .damaged("history") }
        histories[subject] = (text, history)
        return history
    }

    package func learn(_ decision: PastDecision, about subject: SubjectKey) throws(LedgerFailure) {
        var history = try history(of: subject) ?? MerchantHistory()
        history.add(decision)
        histories[subject]?.now = history
    }

    /// Notes what stood there before, for undo.
    func keepHistories() throws(LedgerFailure) {
        let row = try statement("INSERT INTO undo_history VALUES (?1, ?2, ?3, ?4)")
        for (subject, change) in histories where change.now?.text != change.before {
            row.bind(1, seq)
            row.bind(2, subject.kind.rawValue)
            try row.bindEvenEmpty(3, subject.subject)
            if let before = change.before {
                try row.bindEvenEmpty(4, before)
            } else {
                row.bind(4, orNull: nil)
            }
            try row.run()
        }
    }

    func writeHistories() throws(LedgerFailure) {
        let row = try statement(
            """
            INSERT INTO history VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET past = excluded.past
            """)
        for (subject, change) in histories {
            guard let text = change.now?.text, text != change.before else { continue }
            row.bind(1, subject.kind.rawValue)
            try row.bindEvenEmpty(2, subject.subject)
            try row.bindEvenEmpty(3, text)
            try row.run()
        }
        histories = [:]
    }

    func takeBackHistories(of command: Int) throws(LedgerFailure) {
        let found = try statement("SELECT kind, subject, before FROM undo_history WHERE seq = ?1")
        found.bind(1, command)
        let forget = try statement("DELETE FROM history WHERE kind = ?1 AND subject = ?2")
        let restore = try statement(
            """
            INSERT INTO history VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET past = excluded.past
            """)
        while try found.step() {
            let row = found.isNull(2) ? forget : restore
            row.bind(1, Int(found.number(0)))
            try row.bindEvenEmpty(2, found.text(1))
            if !found.isNull(2) { try row.bindEvenEmpty(3, found.text(2)) }
            try row.run()
        }
        found.reset()
    }
}
