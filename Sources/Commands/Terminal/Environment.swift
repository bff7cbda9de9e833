import Glibc
import Scanning

/// Environment variables, and which descriptors are terminals.
///
/// Injected, so that tests can replace it.
package struct Environment {
    fileprivate let lookUp: (String) -> String?
    fileprivate let asksTerminal: (Int32) -> Bool
    fileprivate let asksColumns: (Int32) -> Int?
}

extension Environment {
    package static let standardInput: Int32 = 0
    package static let standardOutput: Int32 = 1
    package static let standardError: Int32 = 2

    /// The environment of this process.
    package static var process: Environment {
        Environment(
            lookUp: System.environmentVariable, asksTerminal: { isatty($0) == 1 },
            asksColumns: System.columns)
    }

    /// An environment for tests.
    package init(
        variables: [String: String] = [:], terminals: Set<Int32> = [], columns: Int? = nil
    ) {
        self.init(
            lookUp: { variables[$0] }, asksTerminal: { terminals.contains($0) },
            asksColumns: { _ in columns })
    }

    package subscript(name: String) -> String? { lookUp(name) }

    package func isTerminal(_ descriptor: Int32) -> Bool { asksTerminal(descriptor) }

    /// No table can be read in fewer.
    package static let columnsMin = 20

    /// Columns of the window, else `COLUMNS`, else 80; never fewer than 20.
    package func columns(of descriptor: Int32) -> Int {
        let found = asksColumns(descriptor) ?? self["COLUMNS"].flatMap { Int($0) }
        guard let found, found > 0 else { return 80 }
        return max(found, Self.columnsMin)
    }

    /// False where the locale names no UTF-8. Without a locale, as in a container, nothing is known
    /// of the terminal, and those of today show Unicode.
    package var showsUnicode: Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let locale = self[name], !locale.isEmpty else { continue }
            // `UTF-8` or `utf8`. Collection.contains(_:) would look protocols up at each start.
            let letters = locale.utf8.lazy.filter { $0 != 0x2D }.map { $0 | 0x20 }
            let word: [UInt8] = [0x75, 0x74, 0x66, 0x38]
            return letters.indices.contains { letters[$0...].starts(with: word) }
        }
        return true
    }
}
