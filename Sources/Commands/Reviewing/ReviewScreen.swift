import Facts
import Pending
import Reviewing
import Screen
import Workspaces

/// The review on a full screen: shows the state, reads keys, performs effects.
struct ReviewScreen: ~Copyable {
    private var state: ReviewState
    private let desk: ReviewDesk
    private let language: Language
    private let terminal: Terminal

    /// Nil when the terminal cannot show a screen.
    init?(
        _ state: consuming ReviewState, _ desk: ReviewDesk, _ language: Language, hasColors: Bool
    ) {
        guard let terminal = Terminal(hasColors: hasColors) else { return nil }
        self.terminal = terminal
        self.state = state
        self.desk = desk
        self.language = language
    }

    /// Runs until the person quits or the terminal is gone, and returns the final state.
    ///
    /// - Throws: the error that prevented a decision; those shown before are saved.
    consuming func run() throws -> ReviewState {
        while true {
            try lookAround()
            draw()
            // The decision is durable and shown; the rest of the work is done before the next key
            // is read.
            try desk.settle()
            guard let key = key(terminal.key()) else { return state }
            guard let effect = state.press(key) else { continue }
            if effect == .quit { return state }
            draw(isSaving: true)
            state.settle(try desk.perform(effect, in: state, settlesLater: true))
        }
    }

    /// Updates the context of the line at the cursor.
    private mutating func lookAround() throws {
        let size = terminal.size
        state.groupsShown = ReviewPicture.groupsShown(rows: size.rows)
        state.sheetRoom = ReviewPicture.sheetRoom(rows: size.rows, columns: size.columns)
        state.helpPages = ReviewPicture.helpPages(
            of: state, in: language, rows: size.rows, columns: size.columns)
        guard let item = state.subject.first, state.context?.subject != item.key else { return }
        state.context = try desk.context(of: item, in: state)
    }

    private func draw(isSaving: Bool = false) {
        let size = terminal.size
        terminal.show(
            ReviewPicture.grid(
                of: state, in: language, rows: size.rows, columns: size.columns,
                isSaving: isSaving))
    }

    /// Translates a terminal key; nil for a request to end. Unused keys do nothing.
    private mutating func key(_ pressed: Key) -> ReviewKey? {
        switch pressed {
        case .character(let typed): .character(typed)
        case .control("c"), .control("d"), .control("q"), .ended: nil
        case .control("u"): .eraseLine
        case .control("h"): .backspace
        case .control("n"): .down
        case .control("p"): .up
        case .control("f"): .pageDown
        case .control("b"): .pageUp
        case .enter: .enter
        case .escape: .escape
        case .tab: .tab
        case .backspace: .backspace
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .home
        case .end: .end
        case .control, .other, .resized: .nothing
        }
    }
}
