internal import Facts
internal import Scanning
internal import Synchronization

/// The built-in layouts, and those of the user.
package enum Layouts {
    static var count: Int { compiled.count }

    private static let parsed = Mutex<[Int: Layout]>([:])

    /// A file of `rules/banks/` by its index in name order, parsed lazily.
    package static func builtIn(_ number: Int) -> Layout {
        if let known = parsed.withLock({ $0[number] }) { return known }
        let file = embedded(number)
        do throws(LayoutProblem) {
            let layout = try Layout(
                yaml: withoutExamples(file.bytes), file: file.name, rank: .builtIn)
            parsed.withLock { $0[number] = layout }
            return layout
        } catch {
            // An embedded file; a test parses each of them.
            preconditionFailure("\(error.file):\(error.line): \(error.problem): \(error.found)")
        }
    }

    /// Examples are the second half of a file: parsing them at each start would be wasted.
    package static func withoutExamples(_ bytes: [UInt8]) -> [UInt8] {
        let mark = Array("\nexamples:".utf8)
        var index = 0
        while index + mark.count <= bytes.count {
            if bytes[index] == 0x0A, bytes[index..<(index + mark.count)].elementsEqual(mark) {
                return Array(bytes[...index])
            }
            index += 1
        }
        return bytes
    }

    /// Names and bytes of the embedded files.
    package static var embedded: [(name: String, bytes: [UInt8])] {
        (0..<count).map(embedded)
    }

    static func embedded(_ number: Int) -> (name: String, bytes: [UInt8]) {
        let layout = compiled[number]
        return (layout.name, EmbeddedFile.layouts[layout.file])
    }

    /// The output of `rules/layouts.py` for one layout.
    struct Compiled: Sendable {
        let name: String
        /// A line of `rules/layouts.py`, see ``LayoutCard``.
        let card: ArraySlice<UInt8>
        /// The range of the file in the embedded bytes.
        let file: Range<Int>
    }

    /// The layouts in the order of file names.
    static let compiled: [Compiled] = {
        let bytes = EmbeddedFile.layouts
        // Cards end at the first empty line; the files follow.
        var end = 0
        while end + 1 < bytes.count, bytes[end] != 0x0A || bytes[end + 1] != 0x0A {
            end += 1
        }
        let cards = bytes[0..<end]
        var found: [Compiled] = []
        var start = 0
        var file = end + 2
        while start < cards.count {
            let tab = cards[start...].firstIndex(of: 0x09) ?? cards.count
            var size = 0
            var at = tab + 1
            while at < cards.count, cards[at] != 0x09 {
                size = size * 10 + Int(cards[at] & 0x0F)
                at += 1
            }
            let line = cards[start...].firstIndex(of: 0x0A) ?? cards.count
            found.append(
                Compiled(
                    name: String(utf8: cards.span.extracting(start..<tab)),
                    card: cards[min(at + 1, line)..<line], file: file..<(file + size)))
            start = line + 1
            file += size
        }
        return found
    }()

    /// Parses layout files of the user; they are preferred to built-in ones.
    package static func read(_ paths: [String]) throws(LayoutProblem) -> [Layout] {
        var result: [Layout] = []
        for path in paths {
            var bytes: [UInt8]
            do throws(ByteSourceError) {
                bytes = try readWholeFile(path, limit: Limits.settingsBytesMax)
            } catch {
                throw LayoutProblem(
                    file: path, line: 0, column: 0, problem: "cannot be read", found: "\(error)")
            }
            result.append(try Layout(yaml: bytes, file: path, rank: .own))
        }
        return result
    }
}
