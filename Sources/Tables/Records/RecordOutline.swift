internal import Facts
internal import Scanning

/// The lists of objects of a document, with the members of their objects: the survey that finds the
/// records of an unknown JSON document.
struct RecordOutline {
    /// A member of a list's objects, by its path.
    struct Member {
        let path: [UInt8]
        /// The path as layouts write it, of the first such member.
        let layoutPath: String
        private(set) var filled = 0
        private(set) var days = 0
        private(set) var numbers = 0
        /// Numbers and texts with a decimal mark, which are in the currency's unit.
        private(set) var fractions = 0
        private(set) var truths = 0
        /// Whole numbers that may be instants.
        private var instants = (seconds: 0, milliseconds: 0, unset: 0)
        private let namesInstant: Bool
        /// Some object has it after a list of records, or not at all.
        fileprivate(set) var isLate = false
        /// It is in a list within the object.
        let isNested: Bool

        init(path: [UInt8], layoutPath: String, isNested: Bool) {
            self.path = path
            self.layoutPath = layoutPath
            self.isNested = isNested
            namesInstant = RecordHeadings().namesInstant(path)
        }

        var isDay: Bool { days > 0 && days == filled || epoch != nil }
        var isNumber: Bool { numbers > 0 && numbers == filled && epoch == nil }

        /// The unit of its instants, if its name is a moment's and every number is one.
        var epoch: RecordRules.Epoch? {
            guard namesInstant else { return nil }
            for (count, epoch) in [
                (instants.seconds, RecordRules.Epoch.seconds),
                (instants.milliseconds, .milliseconds),
            ] where count > 0 && count + instants.unset == filled {
                return epoch
            }
            return nil
        }
        var isTruth: Bool { truths > 0 && truths == filled }

        mutating func feed(_ kind: JSONTokenKind, _ text: Span<UInt8>) {
            if kind == .null || text.isEmpty { return }
            filled += 1
            switch kind {
            case .true, .false: truths += 1
            case .integer:
                numbers += 1
                countInstant(text)
            case .decimal:
                numbers += 1
                fractions += 1
            default:
                if DayReadings.isDay(text) {
                    days += 1
                } else if NumberReadings.isNumber(text, .builtIn) {
                    numbers += 1
                    // Three digits after a mark may be a group.
                    let isFraction = [2, 3].contains { places in
                        text.count > places && [0x2E, 0x2C].contains(text[text.count - places])
                    }
                    if isFraction { fractions += 1 }
                }
            }
        }

        /// Of 2000 to 2099: amounts in coins are seldom so large, and never under such a name.
        private mutating func countInstant(_ text: Span<UInt8>) {
            guard namesInstant, text.count <= 13,
                let number = Int(String(decoding: Array(text), as: UTF8.self))
            else { return }
            switch number {
            case 0: instants.unset += 1
            case 946_684_800..<4_102_444_800: instants.seconds += 1
            case 946_684_800_000..<4_102_444_800_000: instants.milliseconds += 1
            default: break
            }
        }
    }

    struct List {
        let pattern: [UInt8]
        /// How many lists there are at places of this pattern.
        fileprivate(set) var lists = 0
        /// The innermost list around them; −1 for none.
        fileprivate(set) var owner = -1
        fileprivate(set) var objects = 0
        fileprivate(set) var members: [Member] = []
        fileprivate var numbers: [[UInt8]: Int] = [:]

        fileprivate var hasDays: Bool { members.contains(where: \.isDay) }
        fileprivate var mayBeRecords: Bool { hasDays && members.contains(where: \.isNumber) }

        /// Its objects have a day and an amount themselves, whatever lists are in them.
        fileprivate var hasPayments: Bool {
            let own = members.filter { !$0.isNested }
            let headings = RecordHeadings()
            return own.contains(where: \.isDay)
                && own.contains { member in
                    let roles = member.isNumber ? headings.roles(ofPath: member.path) : []
                    return roles.contains(.amount) || roles.contains(.accountAmount)
                }
        }

        /// Without the days and numbers of lists in the objects: they are those of parts, refunds
        /// or states of the payments.
        fileprivate var withoutParts: List {
            guard hasPayments else { return self }
            var list = self
            list.members.removeAll { $0.isNested && ($0.isDay || $0.isNumber) }
            return list
        }

        /// - Parameter depth: of the object among the walk's frames.
        fileprivate mutating func feed(_ kind: JSONTokenKind, _ walk: JSONWalk, below depth: Int) {
            let path = walk.path(below: depth)
            let number: Int
            if let known = numbers[path] {
                number = known
            } else {
                // One more than fit in a table, so that the list is refused.
                guard members.count <= Limits.columnsMax else { return }
                number = members.count
                numbers[path] = number
                members.append(
                    Member(
                        path: path, layoutPath: walk.memberPath(below: depth),
                        isNested: walk.frames[depth...].contains(where: \.isList)))
            }
            members[number].feed(kind, walk.text.span)
        }
    }

    private(set) var lists: [List] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// Members outside lists that are called an account or a currency: paths and texts.
    private(set) var outside: [(path: [UInt8], text: [UInt8])] = []

    /// Objects outside all lists, one after another.
    private(set) var topObjects = 0

    private static let listsMax = 64

    mutating func feed(_ event: JSONWalk.Event, _ walk: inout JSONWalk) {
        switch event {
        case .open:
            guard let top = walk.frames.last, !top.isList else { return }
            if walk.frames.count == 1 { topObjects += 1 }
            guard walk.frames.count > 1 else { return }
            let parent = walk.frames.count - 2
            guard walk.frames[parent].isList else { return }
            let list = number(of: walk.frames[parent].pattern)
            walk.frames[parent].list = list
            guard list >= 0 else { return }
            lists[list].objects += 1
            if walk.frames[parent].count == 1 { begin(list, walk.frames[..<parent]) }
        case .close: break
        case .value(let kind):
            var isInList = false
            for (depth, frame) in walk.frames.enumerated() where frame.isList && frame.list >= 0 {
                isInList = true
                lists[frame.list].feed(kind, walk, below: depth + 1)
            }
            if !isInList, kind == .string || kind == .integer { keepOutside(walk) }
        }
    }

    private mutating func keepOutside(_ walk: JSONWalk) {
        guard walk.text.count <= 64, outside.count < Limits.accountsPerFileMax else { return }
        let path = walk.path(below: 0)
        let name = MemberPath.names(of: path).last ?? ""
        let roles = HeadingWords.builtIn.meaning(of: name).roles
        guard roles.contains(.account) || roles.contains(.currency) else { return }
        outside.append((path, walk.text))
    }

    /// Counts a list, and notes what the object around it has not said yet.
    private mutating func begin(_ list: Int, _ around: ArraySlice<JSONWalk.Frame>) {
        lists[list].lists += 1
        guard let owner = around.last(where: { $0.isList && $0.list >= 0 })?.list else { return }
        lists[list].owner = owner
        for index in lists[owner].members.indices
        where lists[owner].members[index].filled < lists[owner].objects {
            lists[owner].members[index].isLate = true
        }
    }

    private mutating func number(of pattern: [UInt8]) -> Int {
        if let known = numbers[pattern] { return known }
        guard lists.count < Self.listsMax else { return -1 }
        numbers[pattern] = lists.count
        lists.append(List(pattern: pattern))
        return lists.count - 1
    }

    /// The lists whose objects are the records, the one with most members first; empty if it is not
    /// clear which they are.
    ///
    /// Each object has a day and a number. An object around others that have both is a record only
    /// with an amount of its own: the others are its parts. Other lists have records too if they
    /// have most members of the first, as pending ones have.
    var records: [List] {
        let payments = lists.filter(\.hasPayments)
        let candidates = lists.filter { list in
            list.mayBeRecords
                && !payments.contains { Self.isWithin(list.pattern, $0.pattern) }
                && (list.hasPayments
                    || !lists.contains {
                        $0.mayBeRecords && Self.isWithin($0.pattern, list.pattern)
                    })
        }
        func isMore(_ one: List, _ other: List) -> Bool {
            (one.members.count, one.objects) > (other.members.count, other.objects)
        }
        let sorted = candidates.sorted(by: isMore)
        guard let first = sorted.first, first.members.count <= Limits.columnsMax else { return [] }
        return sorted.filter { list in
            let shared = list.members.count { first.numbers[$0.path] != nil }
            return shared * 3 >= list.members.count * 2
        }.map(\.withoutParts)
    }

    /// Lists of which each object has a list of others with a day and an amount: either may be the
    /// payments, the outer ones with their parts, or the inner ones with the sums of their days.
    var unclearRecords: [[UInt8]] {
        for (index, inner) in lists.enumerated() where inner.hasPayments && inner.owner >= 0 {
            let outer = lists[inner.owner]
            if outer.hasPayments, inner.lists == outer.objects, index != inner.owner {
                return [outer.pattern, inner.pattern]
            }
        }
        return []
    }

    /// Whether a list has the members of the records, but no days.
    private func isUndated(_ list: List, beside records: List) -> Bool {
        let shared = list.members.count { records.numbers[$0.path] != nil }
        return !list.hasDays && list.members.contains(where: \.isNumber)
            && shared * 3 >= list.members.count * 2
    }

    /// Whether other lists have rows with numbers, and days or the records' members.
    func hasOthers(than records: [List]) -> Bool {
        lists.contains { list in
            (list.mayBeRecords || records.first.map { isUndated(list, beside: $0) } ?? false)
                && !records.contains {
                    $0.pattern == list.pattern || Self.isWithin($0.pattern, list.pattern)
                        || Self.isWithin(list.pattern, $0.pattern)
                }
        }
    }

    /// Whether a list is in the objects of another one. `transactionsPending` is beside
    /// `transactions`.
    private static func isWithin(_ inner: [UInt8], _ outer: [UInt8]) -> Bool {
        inner.count > outer.count && inner.starts(with: outer)
            && (outer.isEmpty || inner[outer.count] == MemberPath.separator)
    }
}
