import Facts
import Normalizing
import Testing

@Suite struct `Balances as witnesses` {
    /// `day amount balance` a row; `-` for no balance, `h` behind it for a hold, `x` alone for a
    /// rejected row.
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
        witness.add(batch(rows))
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

    @Test func `a missing row is a gap in either order`() throws {
        let rows = ["1 -10.00 90.00", "2 -5.00 85.00", "3 -5.00 70.00", "4 -1.00 69.00"]
        for rows in [rows, rows.reversed()] {
            let proof = try proof(rows.joined(separator: "\n"))
            #expect(proof.gapCount == 1 && proof.runsOn)
            #expect(proof.gaps.map(\.difference?.text) == ["-10.00"])
        }
    }

    @Test func `a changed amount is one gap, and a changed balance two`() throws {
        let amount = "1 -1.00 99.00\n2 -1.00 98.00\n3 -7.00 97.00\n4 -1.00 96.00\n5 -1.00 95.00"
        #expect(try proof(amount).gapCount == 1)
        let balance =
            "1 -1.00 99.00\n2 -1.00 98.00\n3 -1.00 90.00\n4 -1.00 96.00\n5 -1.00 95.00\n6 -1.00 94.00"
        #expect(try proof(balance).gaps.map(\.line) == [4, 5])
    }

    @Test(arguments: [
        // Rows of one minute in another order.
        "1 -10.00 90.00\n2 -3.00 81.00\n2 -2.00 88.00\n2 -4.00 84.00\n3 -1.00 80.00\n4 -1.00 79.00",
        // Two rows that wait for each other over other days.
        "1 -1.00 99.00\n2 -5.00 89.00\n3 -1.00 88.00\n4 -5.00 94.00\n5 -1.00 87.00\n6 -1.00 86.00",
        // A hold that no later balance counts.
        "1 -1.00 99.00\n2 -1.00 98.00\n3 -7.00 91.00 h\n4 -1.00 97.00\n5 -1.00 96.00",
        // The end of a day beside each of its rows.
        "1 -1.00 99.00\n2 -1.00 97.00\n2 -1.00 97.00\n3 -1.00 96.00\n4 -1.00 95.00\n5 -1.00 94.00",
        "1 -1.00 99.00\n2 -3.00 95.00\n2 -1.00 95.00\n3 -1.00 94.00\n4 -1.00 93.00\n5 -1.00 92.00",
        // Another account's row between rows of this one, and rows that are there twice.
        "1 -1.00 99.00\n2 -1.00 98.00\n2 -9.00 491.00\n3 -1.00 97.00\n4 -1.00 96.00\n5 -1.00 95.00",
        "1 -1.00 99.00\n2 -1.00 98.00\n2 -1.00 98.00\n3 -1.00 97.00\n4 -1.00 96.00",
        "1 -1.00 99.00\n2 -2.00 97.00\n3 -1.00 96.00\n2 -2.00 97.00\n4 -1.00 95.00\n5 -1.00 94.00",
        // A column that does not run on.
        "1 -1.00 99.00\n2 -1.00 98.00\n3 -1.00 50.00\n4 -1.00 70.00",
    ])
    func `what explains a break is no gap`(rows: String) throws {
        let newestFirst = rows.split(separator: "\n").reversed().joined(separator: "\n")
        for rows in [rows, newestFirst] {
            let proof = try proof(rows, keepsRows: false)
            #expect(proof.broken > 0)
            #expect(proof.gapCount == 0 || !proof.runsOn, "\(proof)")
        }
    }

    @Test func `a fee on top of the amount explains a balance`() throws {
        var made = batch("1 -1.00 99.00\n2 0 83.01\n3 -1.00 82.01\n4 -1.00 81.01")
        made.lines[1].fee = Money(minorUnits: 1599, currency: .uah)
        var witness = BalanceWitness(keepsRows: false)
        witness.add(made)
        #expect(witness.proofs().map(\.gapCount) == [0])
        made.lines[1].fee = Money(minorUnits: 1598, currency: .uah)
        witness = BalanceWitness(keepsRows: false)
        witness.add(made)
        #expect(witness.proofs().map(\.gapCount) == [1])
    }

    @Test func `a gap is found beside rows in another order, and far from the end`() throws {
        var rows: [String] = []
        var balance = 100_000
        for day in 0..<300 {
            balance -= day == 120 ? 8 : 1
            rows.append("\(day) -1 \(balance)")
        }
        rows.swapAt(123, 125)
        rows.swapAt(250, 251)
        for rows in [rows, rows.reversed()] {
            let proof = try proof(rows.joined(separator: "\n"), keepsRows: false)
            #expect(proof.gaps.map(\.difference?.text) == ["-7.00"])
        }
    }

    @Test func `currencies of one account are followed apart`() throws {
        var made = batch(
            "1 -1.00 99.00\n2 -5.00 45.00\n3 -1.00 98.00\n4 -5.00 40.00\n5 -1.00 97.00")
        for index in [1, 3] {
            made.lines[index].amount = Money(
                units: made.lines[index].amount.units, scale: 2, currency: .usd)
            made.lines[index].balance = made.lines[index].balance.map {
                Money(units: $0.units, scale: 2, currency: .usd)
            }
        }
        var witness = BalanceWitness(keepsRows: true)
        witness.add(made)
        #expect(witness.proofs().map(\.closed) == [2, 1])
        #expect(witness.proofs().allSatisfy { $0.broken == 0 && $0.account == 0 })
    }

    @Test func `accounts are followed apart though their rows alternate`() {
        var witness = BalanceWitness(keepsRows: false)
        for (index, account) in [0, 1, 0, 1, 0, 1].enumerated() {
            let balance = account == 0 ? 100 - index : 500 - 2 * index
            let amount = account == 0 ? "-2" : "-4"
            witness.add(
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
        witness.add(made)
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
        witness.add(made)
        #expect(witness.proofs().count == 1)
    }

    @Test func `breaks are counted beyond those that are kept`() throws {
        let rows = (0..<100).map { "\($0) -1.00 \($0 * 7)" }.joined(separator: "\n")
        let proof = try proof(rows)
        #expect(proof.broken == 99)
        #expect(proof.breaks.count == BalanceProof.breaksMax)
    }
}
