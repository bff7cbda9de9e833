internal import Facts
internal import Scanning
internal import Synchronization

/// The layouts that come with the program, and those a user adds.
package enum Layouts {
    static var count: Int { compiled.count }

    private static let parsed = Mutex<[Int: Layout]>([:])

    /// One file of `rules/banks/` by its number in the order of their names, read when it is first
    /// asked for.
    package static func builtIn(_ number: Int) -> Layout {
        if let known = parsed.withLock({ $0[number] }) { return known }
        let file = embedded(number)
        do throws(LayoutProblem) {
            let layout = try Layout(
                yaml: withoutExamples(file.bytes), file: file.name, rank: .builtIn)
            parsed.withLock { $0[number] = layout }
            return layout
        } catch {
            // Our own file; a test reads each of them.
            preconditionFailure("\(error.file):\(error.line): \(error.problem): \(error.found)")
        }
    }

    /// Examples end a file and are half of it: every start of the program would read them for
    /// nothing.
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

    /// What `rules/layouts.py` wrote of one layout.
    struct Compiled: Sendable {
        let name: String
        /// As ``LayoutCard`` reads it.
        let card: ArraySlice<UInt8>
        /// Where the file stands in what is embedded.
        let file: Range<Int>
    }

    /// The layouts in the order of their files' names.
    static let compiled: [Compiled] = {
        let bytes = EmbeddedFile.layouts
        // Cards end at the first line that is empty; the files are behind.
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

    /// Reads layout files of the user; they are preferred to built-in ones.
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
