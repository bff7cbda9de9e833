internal import CRules
internal import Facts
internal import Scanning

/// The layouts that come with the program, and those a user adds.
package enum Layouts {
    /// Every file of `rules/banks/`, in the order of their names.
    package static let builtIn: [Layout] = embedded.map { file in
        do throws(LayoutProblem) {
            return try Layout(yaml: withoutExamples(file.bytes), file: file.name, rank: .builtIn)
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
        (0..<Int(kopiyka_layout_count())).map { index in
            unsafe (
                String(cString: kopiyka_layout_name(Int32(index))),
                Array(
                    UnsafeBufferPointer(
                        start: kopiyka_layout_bytes(Int32(index)),
                        count: kopiyka_layout_size(Int32(index))))
            )
        }
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
