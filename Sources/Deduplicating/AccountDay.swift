/// A day of an account.
package struct AccountDay: Hashable, Sendable, BitwiseCopyable {
    package let account: UInt64
    package let day: Int32

    package init(account: UInt64, day: Int32) {
        self.account = account
        self.day = day
    }

    /// The account is already a hash and days are close together: one word holds both.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(account &+ UInt64(UInt32(bitPattern: day)) &* 0x9E37_79B9_7F4A_7C15)
    }
}
