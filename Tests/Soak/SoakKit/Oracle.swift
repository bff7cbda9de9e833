import Facts
import Pending

/// A failed check of a history.
package struct SoakFailure: Error, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        case lost, doubled, mixed, changed, refused, needlessQuestion = "needless-question"
        case damaged
    }

    package let kind: Kind
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}

/// Compares a workspace with the truth.
///
/// Payments that share account, day and amount in any version of a bank form a group: which of the
/// equal ones a line is cannot be tested, their number can. A group has as many lines as imported
/// payments, or there is an open question about the difference.
struct Oracle {
    let history: History
    private let groups: [Int]
    private(set) var exported: Set<Int> = []
    private var paymentAt: [String: [Int: Int]] = [:]
    /// Days on which an imported export began or ended.
    private var edges: Set<Int> = []
    private var formats: Set<Export.Format> = []
    /// Lines that the person dismissed as known payments.
    var dismissedAsKnown: Set<LineKey> = []

    init(_ history: History) {
        self.history = history
        var leaders = Array(history.payments.indices)
        func leader(_ number: Int) -> Int {
            var number = number
            while leaders[number] != number { number = leaders[number] }
            return number
        }
        var firstWith: [String: Int] = [:]
        for payment in history.payments {
            for shown in payment.showings {
                let looks = "\(payment.account) \(payment.local.day) \(shown.units)"
                if let first = firstWith[looks] {
                    leaders[leader(payment.number)] = leader(first)
                } else {
                    firstWith[looks] = payment.number
                }
            }
        }
        groups = leaders.indices.map(leader)
    }

    mutating func imported(_ export: Export, as file: RenderedExport) {
        paymentAt[file.fileName] = file.paymentAtLine
        exported.formUnion(export.rows.map(\.payment))
        formats.insert(export.format)
        guard let first = export.rows.map(\.day).min(), let last = export.rows.map(\.day).max()
        else { return }
        edges.formUnion([first, last, export.days.lowerBound, export.days.upperBound])
    }

    /// Every row has a stable id, or every row its second and balance: no question is allowed.
    var isProved: Bool {
        let hasStableIDs =
            formats.allSatisfy(\.hasIDs)
            && history.troubles.isDisjoint(
                with: .changingIDs.union([.holdsRenamed, .holdsRepriced]))
        let hasTimes =
            formats.allSatisfy(\.hasTimeAndBalance)
            && history.troubles.isDisjoint(
                with: [.holdsRenamed, .holdsRepriced, .clockChange, .rewording])
        // A file that begins in mid-day may lack an earlier hold of that day: its row of that
        // amount may be the booking.
        let mayHideHolds = history.troubles.isSuperset(of: [.holds, .cutStarts])
        return (hasStableIDs || hasTimes) && !mayHideHolds
    }

    /// The group of a line, by its sources.
    func group(of line: SoakWorkspace.Line) throws -> Int {
        var found: Int?
        for source in line.sources {
            guard let payment = paymentAt[source.file]?[source.line] else {
                throw SoakFailure(.damaged, "\(source) is no row of ours")
            }
            if let found, found != groups[payment] {
                throw SoakFailure(
                    .mixed, "payments \(found) and \(groups[payment]) are one line \(line.key.text)"
                )
            }
            found = groups[payment]
        }
        guard let found else { throw SoakFailure(.damaged, "\(line.key.text) has no source") }
        return found
    }

    /// Keys of open questions, and whether the line is really another payment.
    func answers(_ lines: [SoakWorkspace.Line]) throws -> [(key: LineKey, isNew: Bool)] {
        var free = try missing(lines)
        var result: [(LineKey, Bool)] = []
        for line in lines where line.place == .queue && line.state != .new {
            let group = try group(of: line)
            result.append((line.key, free[group, default: 0] > 0))
            free[group, default: 0] -= 1
        }
        return result
    }

    /// By group, the number of payments without a certain line.
    private func missing(_ lines: [SoakWorkspace.Line]) throws -> [Int: Int] {
        var free: [Int: Int] = [:]
        for payment in exported { free[groups[payment], default: 0] += 1 }
        for line in lines where !isQuestion(line) && !dismissedAsKnown.contains(line.key) {
            free[try group(of: line), default: 0] -= 1
        }
        return free
    }

    private func isQuestion(_ line: SoakWorkspace.Line) -> Bool {
        line.place == .queue && line.state != .new
    }

    /// Throws for lost, doubled, mixed or changed lines; returns the number of open questions.
    func judge(_ lines: [SoakWorkspace.Line]) throws -> Int {
        var questions: [Int: Int] = [:]
        for line in lines where isQuestion(line) {
            questions[try group(of: line), default: 0] += 1
        }
        for (group, free) in try missing(lines).sorted(by: { $0.key < $1.key }) {
            if free < 0 { throw SoakFailure(.doubled, "\(-free) too many of \(told(group))") }
            if free > questions[group, default: 0] {
                throw SoakFailure(.lost, "\(free) of \(told(group)) not there")
            }
        }
        for line in lines { try compare(line) }
        for (group, count) in questions.sorted(by: { $0.key < $1.key }) where !mayAsk(group) {
            throw SoakFailure(.needlessQuestion, "\(count) about \(told(group))")
        }
        return questions.values.reduce(0, +)
    }

    /// Throws if a booked payment is asked about as a vanished hold.
    func judge(_ lines: [SoakWorkspace.Line], vanished: Set<LineKey>) throws {
        for line in lines where vanished.contains(line.key) {
            let group = try group(of: line)
            let isGone = history.payments.contains { payment in
                groups[payment.number] == group && payment.showings.contains(where: \.isGone)
            }
            if !isGone { throw SoakFailure(.needlessQuestion, "vanished: \(told(group))") }
        }
    }

    /// Whether a question is allowed: the exports, or difficulties of ids and holds, leave it open.
    private func mayAsk(_ group: Int) -> Bool {
        if isProved { return false }
        let members = history.payments.filter { groups[$0.number] == group }
        return members.count > 1
            || members.contains { payment in
                edges.contains(payment.local.day) || payment.showings.count > 1
                    || payment.showings[0].from > payment.instant
            }
            || !history.troubles.isDisjoint(with: .changingIDs)
            || history.troubles.contains(.cutStarts) && members.contains(where: mayBookHold)
    }

    /// Whether a hold of the same amount and words is some days earlier.
    private func mayBookHold(_ payment: Payment) -> Bool {
        history.payments.contains { other in
            other.number != payment.number && other.account == payment.account
                && (0...Self.bookingDaysMax).contains(payment.local.day - other.local.day)
                && other.showings.contains { hold in
                    hold.isHold
                        && payment.showings.contains {
                            $0.units == hold.units && $0.text == hold.text
                        }
                }
        }
    }

    /// Banks book a hold within a few days.
    private static let bookingDaysMax = 5

    private func compare(_ line: SoakWorkspace.Line) throws {
        let group = try group(of: line)
        let members = history.payments.filter { groups[$0.number] == group }
        let fits = members.contains { payment in
            payment.account == line.fact.account
                && payment.local.day == Int(line.fact.made.day.daysSince1970)
                && payment.showings.contains {
                    Int64($0.units) == line.fact.amount.units && $0.text == line.fact.description
                }
        }
        if !fits { throw SoakFailure(.changed, "\(line.fact) is not \(told(group))") }
    }

    private func told(_ group: Int) -> String {
        history.payments.filter { groups[$0.number] == group }.map { payment in
            let (day, second) = payment.local
            let shown = payment.showings.map {
                "\($0.units)\($0.isHold ? " hold" : "")\($0.isGone ? " gone" : "") «\($0.text)» \($0.id) from \($0.from)"
            }
            return
                "#\(payment.number) \(payment.account) \(day) \(second) [\(shown.joined(separator: "; "))]"
        }.joined(separator: ", ")
    }
}
