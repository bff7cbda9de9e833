internal import Facts

/// Lines filed unasked for a long time may have changed their meaning: now and then one is asked
/// about again.
///
/// The choice depends on amount and day alone, so the same line always gets the same answer. The
/// number of earlier answers does not matter, only the lines since a person last looked: until then
/// a change affects every line.
extension Recollection {
    /// After this many unseen lines, one of `oneOf` is asked about. Nil where it is asked about
    /// anyway.
    private var patience: (lines: Int, oneOf: UInt64)? {
        switch state {
        case .once, .twice, .thrice, .often, .moved, .amounts: (MerchantHistory.unlookedMax, 24)
        default: nil
        }
    }

    /// Fewer unseen lines never raise a question, whatever the history.
    static let unlookedMin = 6

    /// - Parameter isWitnessed: the tables know the line as one of the category, so that it is less
    ///   likely to have changed; it is asked about half as often.
    func asksAgain(units: UInt64, day: CalendarDate, isWitnessed: Bool) -> Bool {
        guard let patience, unlooked >= patience.lines else { return false }
        return Self.isChosen(units, day, oneOf: isWitnessed ? 2 * patience.oneOf : patience.oneOf)
    }

    /// The same for a merchant that was never answered and is filed as others of its category.
    ///
    /// - Parameter isSettled: households agree about the category; it is asked about half as often.
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
