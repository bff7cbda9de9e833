import Facts
import Normalizing
import Testing

@Suite struct `Balances as witnesses` {
    /// `day amount balance` a row; `-` for no balance, `h` behind it for a hold, `x` alone for a rejected row.
    private func batch(_ rows: String, account: Int32 = 0, from line: Int = 2) -> LineBatch {
        var batch = LineBatch()
        for (index, row) in rows.split(separator: "\n").enumerated() {
            let words = row.split(separator: " ").map(String.init)
            guard words.count >= 3 else {
                batch.rejections.append(
                    RowRejection(
                        kind: .amountNotANumber,
                        place: SourcePlace(file: "f", line: line + index), field: "amount"))
                continue
            }
            var statement = StatementLine()
            statement.account = account
            statement.sourceLine = UInt32(line + index)
            statement.made = CivilMoment(day: CalendarDate(daysSince1970: Int32(words[0]) ?? 0))
            if let amount = Money(text: words[1], currency: .uah) { statement.amount = amount }
            statement.balance = Money(text: words[2], currency: .uah)
            statement.isHold = words.count > 3
            batch.lines.append(statement)
        }
        return batch
    }

    private func proof(_ rows: String, keepsRows: Bool = true) throws -> BalanceProof {
        var witness = BalanceWitness(keepsRows: keepsRows)
        witness.take(batch(rows))
        return try #require(witness.proofs().first)
    }

    @Test func `rows oldest first close`() throws {
        let proof = try proof("1 -10.00 90.00\n2 5.50 95.50\n3 -0.0050 95.4950\n4 0 95.495")
        #expect(proof.order == .file)
        #expect(proof.links == 3 && proof.closed == 3 && proof.breaks.isEmpty)
        #expect(proof.opening?.text == "100.000" && proof.closing?.text == "95.495")
        #expect(proof.moneyIn?.text == "5.500" && proof.moneyOut?.text == "-10.005")
    }

    @Test func `rows newest first close in reverse`() throws {
        let proof = try proof("3 -1.00 94.00\n2 5.00 95.00\n1 -10.00 90.00")
        #expect(proof.order == .reversed)
        #expect(proof.closed == 2 && proof.broken == 0)
        #expect(proof.opening?.text == "100.00" && proof.closing?.text == "94.00")
    }

    @Test func `a break names the row, what was expected and what is missing`() throws {
        let proof = try proof("1 -10.00 90.00\n2 -5.00 85.00\n3 -5.00 70.00\n4 -1.00 69.00")
        #expect(proof.links == 3 && proof.closed == 2)
        let first = try #require(proof.breaks.first)
        #expect(first.line == 4 && first.previousLine == 3)
        #expect(first.expected.text == "80.00" && first.printed.text == "70.00")
        #expect(first.difference?.text == "-10.00")
        #expect(!first.isAcrossRejection)
    }

    @Test func `newest first the break is at the newer row`() throws {
        let proof = try proof("4 -1.00 69.00\n3 -5.00 70.00\n2 -5.00 85.00\n1 -10.00 90.00")
        #expect(proof.order == .reversed && proof.closed == 2)
        #expect(proof.breaks.map(\.line) == [3])
        #expect(proof.breaks.first?.expected.text == "80.00")
    }

    @Test func `a rejected row explains a break`() throws {
        let proof = try proof("1 -10.00 90.00\nx\n3 -5.00 80.00\n4 -1.00 79.00")
        #expect(proof.breaks.map(\.isAcrossRejection) == [true])
    }

    @Test func `rows without balance are bridged and holds without one passed over`() throws {
        let proof = try proof("1 -10.00 90.00\n2 -4.00 -\n2 -50.00 - h\n3 -6.00 80.00\n4 -1.00 -")
        #expect(proof.links == 1 && proof.closed == 1)
        #expect(proof.rows == 5 && proof.balances == 2)
        #expect(proof.closing?.text == "79.00")
    }

    @Test func `days newest first with rows oldest first inside close by time`() throws {
        let rows = "3 -1.00 83.00\n3 -2.00 81.00\n2 -3.00 87.00\n2 -3.00 84.00\n1 -10.00 90.00"
        let proof = try proof(rows)
        #expect(proof.order == .time)
        #expect(proof.broken == 0)
        #expect(try self.proof(rows, keepsRows: false).order != .time)
    }

    @Test func `days oldest first with rows newest first inside close by time`() throws {
        let proof = try proof(
            "1 -10.00 90.00\n2 -3.00 84.00\n2 -3.00 87.00\n3 -2.00 81.00\n3 -1.00 83.00")
        #expect(proof.order == .time && proof.broken == 0)
    }

    @Test func `accounts are followed apart though their rows alternate`() {
        var witness = BalanceWitness(keepsRows: false)
        for (index, account) in [0, 1, 0, 1, 0, 1].enumerated() {
            let balance = account == 0 ? 100 - index : 500 - 2 * index
            let amount = account == 0 ? "-2" : "-4"
            witness.take(
                batch("1 \(amount) \(balance)", account: Int32(account), from: 2 + index))
        }
        let proofs = witness.proofs()
        #expect(proofs.map(\.account) == [0, 1])
        #expect(proofs.allSatisfy { $0.links == 2 && $0.broken == 0 })
    }

    @Test func `without balances there is nothing to prove`() throws {
        let proof = try proof("1 -10.00 -\n2 -5.00 -")
        #expect(proof.balances == 0 && proof.links == 0)
        #expect(proof.opening == nil && proof.closing == nil)
    }

    @Test func `another currency's balance proves nothing`() throws {
        var made = batch("1 -10.00 90.00\n2 -5.00 85.00")
        for index in made.lines.indices {
            made.lines[index].balance = Money(minorUnits: 100, currency: .usd)
        }
        var witness = BalanceWitness(keepsRows: true)
        witness.take(made)
        #expect(witness.proofs().first?.balances == 0)
    }

    @Test func `huge amounts overflow into silence, not into a trap`() {
        var made = LineBatch()
        for line in 0..<100 {
            var statement = StatementLine()
            statement.sourceLine = UInt32(line)
            statement.amount = Money(units: .max, scale: 0, currency: .uah)
            statement.balance = Money(
                units: line % 2 == 0 ? .max : -.max, scale: 18, currency: .uah)
            made.lines.append(statement)
        }
        var witness = BalanceWitness(keepsRows: true)
        witness.take(made)
        #expect(witness.proofs().count == 1)
    }

    @Test func `breaks are counted beyond those that are kept`() throws {
        let rows = (0..<100).map { "\($0) -1.00 \($0 * 7)" }.joined(separator: "\n")
        let proof = try proof(rows)
        #expect(proof.broken == 99)
        #expect(proof.breaks.count == BalanceProof.breaksMax)
    }
}
