import Facts

/// The accounts a file names, in order of appearance, each once.
struct ClaimedAccounts {
    private(set) var claims: [AccountClaim] = []
    private var indices: [AccountClaim: Int32] = [:]

    /// The number of the account in `claims`.
    ///
    /// - Throws: `limitExceeded` when a file names more accounts than any bank's does.
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
