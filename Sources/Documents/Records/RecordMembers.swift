internal import Facts
internal import Scanning
internal import Reading
internal import Tables

/// The members of one record, flat: the path and the text of each value, in one byte array.
struct RecordMembers {
    enum Kind { case text, number, truth, null, container }

    struct Member {
        let path: Range<Int>
        let value: Range<Int>
        let kind: Kind
        let position: TextPosition
        var isTooLong = false
        /// The record has the path twice, so its value is ambiguous.
        var isRepeated = false
    }

    /// Objects of bank applications have about a hundred; more is an attack.
    static let countMax = 4 * Limits.columnsMax

    private(set) var bytes: [UInt8] = []
    private(set) var members: [Member] = []
    /// Why the record as a whole is not kept.
    private(set) var overflow: RowRejection.Kind?

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        overflow = nil
    }

    mutating func add(
        _ path: [UInt8], _ value: Span<UInt8>, hasEscapes: Bool = false, kind: Kind,
        at position: TextPosition
    ) {
        if overflow != nil { return }
        if members.count >= Self.countMax {
            overflow = .columnsTooMany
            return
        }
        if bytes.count + path.count + value.count > Limits.recordBytesMax {
            overflow = .fieldTooLong
            return
        }
        let start = bytes.count
        bytes.append(contentsOf: path)
        let valueStart = bytes.count
        var isTooLong = false
        if value.count > Limits.fieldBytesMax {
            isTooLong = true
        } else if hasEscapes {
            // The tokenizer has validated the escapes.
            try? JSONTokenizer.unescape(value, into: &bytes)
        } else {
            bytes.append(value)
        }
        members.append(
            Member(
                path: start..<valueStart, value: valueStart..<bytes.count, kind: kind,
                position: position, isTooLong: isTooLong))
    }

    /// The member with this path; marked if there are two.
    func member(_ path: [UInt8]) -> Member? {
        var found: Member?
        for member in members where isEqual(member.path, path) {
            if found == nil {
                found = member
            } else {
                found?.isRepeated = true
                return found
            }
        }
        return found
    }

    /// The member at a part of a layout's path.
    func member(_ part: MemberPath.Part) -> Member? {
        if !part.joined.isEmpty { return member(part.joined) }
        var path: [UInt8] = []
        for step in part.steps {
            if !path.isEmpty { path.append(MemberPath.separator) }
            path += step.name
            guard let selector = step.selector else { continue }
            guard let index = index(of: selector, under: path) else { return nil }
            path.append(MemberPath.separator)
            path += index
        }
        return member(path)
    }

    /// The index, as text, of the list element whose key has the value; nil if none or several
    /// match.
    private func index(of selector: MemberPath.Selector, under list: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        for member in members {
            let path = bytes[member.path]
            guard path.count > list.count + selector.key.count + 2, path.starts(with: list),
                path[path.startIndex + list.count] == MemberPath.separator,
                path.suffix(selector.key.count) == selector.key[...],
                bytes[member.value] == selector.value[...]
            else { continue }
            let middle = path.dropFirst(list.count + 1).dropLast(selector.key.count)
            guard middle.last == MemberPath.separator,
                middle.dropLast().allSatisfy({ $0 &- 0x30 < 10 })
            else { continue }
            if found != nil { return nil }
            found = Array(middle.dropLast())
        }
        return found
    }

    private func isEqual(_ range: Range<Int>, _ path: [UInt8]) -> Bool {
        guard range.count == path.count else { return false }
        for index in path.indices where bytes[range.lowerBound + index] != path[index] {
            return false
        }
        return true
    }
}
