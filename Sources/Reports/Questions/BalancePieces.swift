import Facts

/// Days of some files with continuous balances: of one account, by this evidence.
struct BalancePiece {
    let account: String
    private(set) var days: [CalendarDate: DayBalances]
    private(set) var files: [String: CoverageTally.FileDays]
    /// The days with balances, sorted.
    fileprivate private(set) var printed: [PrintedDay] = []
    private let currency: Currency
    private let scale: UInt8

    init(
        of account: CoverageTally.Account, at place: AccountPlace,
        days: [CalendarDate: DayBalances], files: [String: CoverageTally.FileDays]
    ) {
        self.account = place.account
        self.days = days
        self.files = files
        currency = place.currency
        scale = account.scale
        printed = PrintedDay.days(of: days)
    }

    /// The runs of an account's days between the breaks of its balances; a single run where one
    /// file shows rows of two.
    static func runs(
        of account: CoverageTally.Account, at place: AccountPlace, breaks: [CoverageTally.Break]
    ) -> [BalancePiece] {
        if account.days.isEmpty { return [] }
        if breaks.isEmpty {
            return [BalancePiece(of: account, at: place, days: account.days, files: account.files)]
        }
        let sorted = account.days.keys.sorted()
        var pieces: [BalancePiece] = []
        for run in sorted.split(before: Set(breaks.map(\.on))) {
            guard let first = run.first, let last = run.last else { continue }
            let own = account.files.filter { first <= $0.value.first && $0.value.last <= last }
            let touching = account.files.values.count { $0.first <= last && first <= $0.last }
            if touching > own.count {
                return [
                    BalancePiece(of: account, at: place, days: account.days, files: account.files)
                ]
            }
            let days = account.days.filter { first <= $0.key && $0.key <= last }
            pieces.append(BalancePiece(of: account, at: place, days: days, files: own))
        }
        return pieces
    }

    /// Groups of files that share lines.
    static func files(
        of account: CoverageTally.Account, at place: AccountPlace
    ) -> [BalancePiece] {
        var parts: [(files: Set<String>, days: [CalendarDate: DayBalances])] = []
        for (files, days) in account.daysByFiles {
            var joined = (files: files, days: days)
            parts.removeAll { part in
                guard !part.files.isDisjoint(with: joined.files) else { return false }
                joined.files.formUnion(part.files)
                joined.days.join(part.days)
                return true
            }
            parts.append(joined)
        }
        return parts.map { part in
            BalancePiece(
                of: account, at: place, days: part.days,
                files: account.files.filter { part.files.contains($0.key) })
        }.sorted {
            ($0.firstDay, $0.files.keys.min() ?? "") < ($1.firstDay, $1.files.keys.min() ?? "")
        }
    }

    var firstDay: CalendarDate { days.keys.min() ?? CalendarDate(daysSince1970: 0) }
    var rows: Int { days.values.reduce(0) { $0 + $1.printed + $1.unprinted } }

    mutating func add(_ other: BalancePiece) {
        days.join(other.days)
        printed = PrintedDay.days(of: days)
        files.merge(other.files) { one, other in
            .init(
                first: min(one.first, other.first), last: max(one.last, other.last),
                lines: one.lines + other.lines)
        }
    }

    /// The first day on which one continues the other, unless they contradict elsewhere.
    func meets(_ other: BalancePiece) -> CalendarDate? {
        let seams = Seams(self, other)
        guard let day = seams.firstMet else { return nil }
        return seams.areDenied && breaksMore(with: other) ? nil : day
    }

    /// A file of one covers days of the other, and the balances of both together break more often
    /// than each alone: two accounts.
    func contradicts(_ other: BalancePiece) -> Bool {
        Seams(self, other).areDenied && breaksMore(with: other)
    }

    private func breaksMore(with other: BalancePiece) -> Bool {
        var both = self
        both.add(other)
        return both.breakCount > breakCount + other.breakCount
    }

    private var breakCount: Int {
        BalanceChain(days, days.keys.sorted(), currency, scale).breaks.count
    }

    /// One file shows all rows between the two days.
    fileprivate func covers(_ first: CalendarDate, _ last: CalendarDate) -> Bool {
        files.values.contains { $0.first <= first && last <= $0.last }
    }
}

/// Pieces of one account: they meet, and none contradicts another.
struct PieceCluster {
    private(set) var pieces: [BalancePiece]
    private(set) var whole: BalancePiece

    private init(_ piece: BalancePiece) {
        pieces = [piece]
        whole = piece
    }

    /// - Complexity: O(*n*²) in the pieces and their days.
    static func clusters(of pieces: [BalancePiece]) -> [PieceCluster] {
        var clusters = pieces.map(PieceCluster.init)
        var places = Array(pieces.indices)
        for (index, piece) in pieces.enumerated() {
            for other in pieces.indices.dropFirst(index + 1) where places[other] != places[index] {
                guard piece.meets(pieces[other]) != nil else { continue }
                let (kept, gone) = (places[index], places[other])
                if clusters[kept].whole.contradicts(clusters[gone].whole) { continue }
                clusters[kept].pieces += clusters[gone].pieces
                clusters[kept].whole.add(clusters[gone].whole)
                clusters[gone].pieces = []
                for place in places.indices where places[place] == gone { places[place] = kept }
            }
        }
        return clusters.filter { !$0.pieces.isEmpty }
    }

    /// The accounts of its pieces.
    var accounts: [String] {
        var names: [String] = []
        for piece in pieces where !names.contains(piece.account) { names.append(piece.account) }
        return names
    }

    func rows(in account: String) -> Int {
        pieces.reduce(0) { $0 + ($1.account == account ? $1.rows : 0) }
    }

    func contradicts(_ other: PieceCluster) -> Bool { whole.contradicts(other.whole) }
}

/// The balances of a day at which another may continue it, or which it may continue.
private struct PrintedDay {
    let day: CalendarDate
    let starts: [Int128]
    let ends: [Int128]

    private init?(_ day: CalendarDate, _ balances: DayBalances) {
        if balances.printed == 0 || balances.overflowed { return nil }
        self.day = day
        let (openings, closings) = (balances.openings, balances.closings)
        starts = openings.isEmpty ? Array(balances.ends.keys) : openings
        ends = closings.isEmpty ? Array(balances.ends.keys) : closings
    }

    static func days(of days: [CalendarDate: DayBalances]) -> [PrintedDay] {
        days.compactMap { PrintedDay($0.key, $0.value) }.sorted { $0.day < $1.day }
    }

    /// From a non-zero balance: two cards may both be empty.
    func goesOn(from earlier: PrintedDay) -> Bool {
        starts.contains { $0 != 0 && earlier.ends.contains($0) }
    }
}

/// The places where one piece continues another.
private struct Seams {
    private(set) var firstMet: CalendarDate?
    /// A file of one shows all rows where it should continue the other, but it does not.
    private(set) var areDenied = false

    init(_ one: BalancePiece, _ two: BalancePiece) {
        let (ones, twos) = (one.printed[...], two.printed[...])
        var (ofOne, ofTwo) = (ones.startIndex, twos.startIndex)
        var before: (one: PrintedDay?, two: PrintedDay?)?
        while firstMet == nil || !areDenied {
            let (first, second) = Self.next(ones[ofOne...].first, twos[ofTwo...].first)
            guard let day = first?.day ?? second?.day else { return }
            if first != nil { ofOne += 1 }
            if second != nil { ofTwo += 1 }
            if let first, let second {
                note(first.goesOn(from: second) || second.goesOn(from: first), day) { true }
            } else if let before, let found = first ?? second {
                // A piece continues its own previous day.
                let left =
                    first == nil
                    ? before.two == nil ? before.one : nil : before.one == nil ? before.two : nil
                if let left {
                    note(found.goesOn(from: left), day) {
                        one.covers(left.day, day) || two.covers(left.day, day)
                    }
                }
            }
            before = (first, second)
        }
    }

    /// The earlier of two days; both if they are the same.
    private static func next(
        _ one: PrintedDay?, _ two: PrintedDay?
    ) -> (PrintedDay?, PrintedDay?) {
        guard let one, let two else { return (one, two) }
        return (one.day <= two.day ? one : nil, two.day <= one.day ? two : nil)
    }

    private mutating func note(_ isMet: Bool, _ day: CalendarDate, isCovered: () -> Bool) {
        if isMet {
            firstMet = firstMet ?? day
        } else if !areDenied, isCovered() {
            areDenied = true
        }
    }
}

extension [CalendarDate: DayBalances] {
    fileprivate mutating func join(_ other: Self) {
        merge(other) { one, other in
            var both = one
            both.add(other)
            return both
        }
    }
}

extension [CalendarDate] {
    fileprivate func split(before starts: Set<CalendarDate>) -> [[CalendarDate]] {
        var runs: [[CalendarDate]] = [[]]
        for day in self {
            if starts.contains(day), !runs[runs.count - 1].isEmpty { runs.append([]) }
            runs[runs.count - 1].append(day)
        }
        return runs
    }
}
