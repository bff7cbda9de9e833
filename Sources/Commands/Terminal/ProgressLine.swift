import Glibc
import Saving
import Scanning
import Screen

/// One line of progress on standard error: only on a terminal, only after half a second, removed at
/// the end.
package final class ProgressLine {
    private let sink: any OutputSink
    private let width: Int
    private let isShown: Bool
    private let now: () -> UInt64
    private var startedAt: UInt64?
    private var drawnAt: UInt64 = 0
    private var isDrawn = false

    /// A step shorter than this needs no line.
    package static let patienceMilliseconds: UInt64 = 500
    /// Ten updates a second are enough to read.
    private static let pauseMilliseconds: UInt64 = 100

    package init(
        sink: any OutputSink, width: Int, isShown: Bool,
        now: @escaping () -> UInt64 = monotonicMilliseconds
    ) {
        self.sink = sink
        self.width = width
        self.isShown = isShown
        self.now = now
    }

    /// Updates the text; cheap enough to be called for each batch.
    package func update(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let time = now()
        guard let startedAt else {
            startedAt = time
            return
        }
        guard time &- startedAt >= Self.patienceMilliseconds,
            time &- drawnAt >= Self.pauseMilliseconds
        else { return }
        drawnAt = time
        isDrawn = true
        draw("\r\u{1B}[K" + fitted(escapedForTerminal(text()), to: width - 1))
    }

    /// Removes the line for other output; the next update draws it again.
    package func clear() {
        guard isDrawn else { return }
        isDrawn = false
        draw("\r\u{1B}[K")
    }

    private func draw(_ text: String) {
        // A closed standard error cannot be reported.
        try? sink.write(text.utf8.span)
        try? sink.flush()
    }
}

package func monotonicMilliseconds() -> UInt64 {
    UInt64(System.nanoseconds / 1_000_000)
}
