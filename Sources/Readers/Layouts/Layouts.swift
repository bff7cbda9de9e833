internal import CRules
internal import Facts
internal import Scanning
internal import Synchronization

/// The layouts that come with the program, and those a user adds.
package enum Layouts {
    static var count: Int { Int(kopiyka_layout_count()) }

    private static let parsed = Mutex<[Int: Layout]>([:])

    /// One file of `rules/banks/` by its number in the order of their names, read when it is first asked for.
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

    /// Examples end a file and are half of it: every start of the program would read them for nothing.
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
        unsafe (
            String(cString: kopiyka_layout_name(Int32(number))),
            Array(
                UnsafeBufferPointer(
                    start: kopiyka_layout_bytes(Int32(number)),
                    count: kopiyka_layout_size(Int32(number))))
        )
    }

    /// `rules/compiled/layouts.tsv`: a card of each layout, in the order of their files.
    package static var index: [UInt8] {
        unsafe Array(
            UnsafeBufferPointer(
                start: kopiyka_layout_index(), count: kopiyka_layout_index_size()))
    }

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
