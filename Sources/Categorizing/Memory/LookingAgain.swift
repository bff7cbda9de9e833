internal import Facts

/// What was filed unasked and looked at by nobody may have changed its meaning long ago: a line now
/// and then is asked about again.
///
/// Which line follows from its amount and day alone, so that the same line always gets the same
/// answer. A change costs every line until somebody looks, however often the merchant was answered
/// before: only the lines since the last look count.
extension Recollection {
    /// So many lines nobody looked at; from then on one of so many is asked about. Nil where it is
    /// asked about anyway.
    private var patience: (lines: Int, oneOf: UInt64)? {
        switch state {
        case .once, .twice, .thrice, .often, .moved, .amounts: (MerchantHistory.unlookedMax, 24)
        default: nil
        }
    }

    /// Fewer make no difference to any history.
    static let unlookedMin = 6

    /// - Parameter isSettled: households agree about what it is; it is asked about half as often.
    func asksAgain(units: UInt64, day: CalendarDate, isSettled: Bool) -> Bool {
        guard let patience, unlooked >= patience.lines else { return false }
        return Self.isChosen(units, day, oneOf: isSettled ? 2 * patience.oneOf : patience.oneOf)
    }

    /// The same of what was never answered at all, and is filed as others of its category are.
    static func asksAgain(
        filedBy unlooked: Int, units: UInt64, day: CalendarDate, isSettled: Bool
    ) -> Bool {
        unlooked >= unlookedMin && isChosen(units, day, oneOf: isSettled ? 12 : 6)
    }

    private static func isChosen(_ units: UInt64, _ day: CalendarDate, oneOf: UInt64) -> Bool {
        var line = units &* 0x9E37_79B9_7F4A_7C15
        line ^= UInt64(UInt32(bitPattern: day.daysSince1970)) &* 0xC2B2_AE3D_27D4_EB4F
        line = (line ^ line >> 29) &* 0x9E37_79B9_7F4A_7C15
        return (line >> 32) % oneOf == 0
    }
}
