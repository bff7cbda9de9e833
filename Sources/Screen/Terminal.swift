internal import CNcurses

/// A key press or an event of the terminal.
package enum Key: Sendable, Equatable {
    case character(Character)
    /// A letter with Ctrl.
    case control(Character)
    case enter, escape, tab, backspace
    case up, down, left, right, pageUp, pageDown, home, end
    /// An unused key.
    case other
    /// The window was resized.
    case resized
    /// A signal asks the program to end, or the terminal is gone.
    case ended
}

/// The terminal of this process, taken over from `init` until the value is destroyed.
///
/// Resizing and signals to end are delivered as keys, so that nothing is left half drawn or half
/// done.
package struct Terminal: ~Copyable {
    /// Nil when there is no terminal, or an unknown one.
    package init?(hasColors: Bool) {
        guard kncurses_start(hasColors ? 1 : 0) == 0 else { return nil }
    }

    deinit { kncurses_stop() }

    package var size: (rows: Int, columns: Int) {
        var rows: Int32 = 0
        var columns: Int32 = 0
        unsafe kncurses_size(&rows, &columns)
        return (Int(rows), Int(columns))
    }

    package func show(_ grid: borrowing Grid) {
        kncurses_clear()
        for run in grid.runs {
            unsafe kncurses_put(
                Int32(run.row), Int32(run.column), run.text, Int32(run.style.bits))
        }
        kncurses_show(Int32(grid.cursor?.row ?? -1), Int32(grid.cursor?.column ?? -1))
    }

    /// Waits for the next key.
    package func key() -> Key {
        let code = kncurses_key()
        switch Int(code) {
        case Int(kncurses_key_up): return .up
        case Int(kncurses_key_down): return .down
        case Int(kncurses_key_left): return .left
        case Int(kncurses_key_right): return .right
        case Int(kncurses_key_page_up): return .pageUp
        case Int(kncurses_key_page_down): return .pageDown
        case Int(kncurses_key_home): return .home
        case Int(kncurses_key_end): return .end
        case Int(kncurses_key_enter): return .enter
        case Int(kncurses_key_backspace): return .backspace
        case Int(kncurses_key_resize): return .resized
        case Int(kncurses_key_end_of_input): return .ended
        case 9: return .tab
        case 27: return .escape
        case 0x7F: return .backspace
        case 1...26: return .control(Character(Unicode.Scalar(UInt8(code) + 0x60)))
        case 0x20...:
            return Unicode.Scalar(UInt32(code)).map { .character(Character($0)) } ?? .other
        default: return .other
        }
    }
}

extension CellStyle {
    fileprivate var bits: Int {
        (isBold ? Int(kncurses_bold) : 0) | (isDim ? Int(kncurses_dim) : 0)
            | (isReverse ? Int(kncurses_reverse) : 0)
            | Int(color.rawValue) << Int(kncurses_color_shift)
    }
}
