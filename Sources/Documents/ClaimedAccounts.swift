import Facts

/// The accounts that a file names, in order of first appearance.
struct ClaimedAccounts {
    private(set) var claims: [AccountClaim] = []
    private var indices: [AccountClaim: Int32] = [:]

    /// The index of the account in `claims`.
    ///
    /// - Throws: `limitExceeded` if a file names too many accounts for a statement.
    mutating func index(of claim: AccountClaim, at place: SourcePlace) throws(ReadFailure) -> Int32
    {
        if let known = indices[claim] { return known }
        if claims.count >= Limits.accountsPerFileMax {
            throw ReadFailure(
                .limitExceeded, at: place,
                details: ["accounts-per-file", "\(Limits.accountsPerFileMax)"])
        }
        let index = Int32(truncatingIfNeeded: claims.count)
        claims.append(claim)
        indices[claim] = index
        return index
    }
}
