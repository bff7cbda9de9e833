/// Why a file cannot be read, or not to its end. Rows delivered before remain valid.
package struct ReadFailure: Error, Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case notFound = "file-not-found"
        case notARegularFile = "not-a-regular-file"
        case unreadable = "file-unreadable"
        case empty = "file-empty"
        case tooLarge = "file-too-large"
        case changedWhileReading = "file-changed"
        case formatUnknown = "format-unknown"
        case encodingUncertain = "encoding-uncertain"
        /// The option names none that can be read.
        case encodingUnknown = "encoding-unknown"
        case encodingBroken = "encoding-broken"
        case encodingContradicted = "encoding-contradicted"
        case layoutUnknown = "layout-unknown"
        case layoutAmbiguous = "layout-ambiguous"
        case layoutDrifted = "layout-drifted"
        case currencyMissing = "currency-missing"
        case malformed = "malformed"
        case truncated = "truncated"
        case limitExceeded = "limit-exceeded"
        case entityRefused = "entity-refused"
        case bankRefusal = "bank-refusal"
        case notAStatement = "not-a-statement"
        case webPage = "web-page"
        case totalsDisagree = "totals-disagree"
        case programMissing = "program-missing"
        case textLayerMissing = "text-layer-missing"
        case encrypted = "file-encrypted"
        case archiveInArchive = "archive-in-archive"
    }

    package var kind: Kind
    package var place: SourcePlace
    /// The offending value, heading or message of the bank, to be shown to the user only.
    package var found: Redacted
    /// Stable words for the message: candidates, the closest layout, the limit's name, an errno's
    /// name.
    package var details: [String]

    package init(
        _ kind: Kind, at place: SourcePlace, found: String = "", details: [String] = []
    ) {
        self.kind = kind
        self.place = place
        self.found = Redacted(found)
        self.details = details
    }
}
