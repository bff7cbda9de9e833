import Reading

extension DateFormat {
    /// Formats of ISO 8601 and XML Schema, the most frequent first.
    static let iso: [DateFormat] = [
        "yyyy-mm-dd", "yyyy-mm-ddTHH:MM:SSZ", "yyyy-mm-ddTHH:MM:SS", "yyyy-mm-ddZ",
        "yyyy-mm-ddTHH:MMZ", "yyyy-mm-ddTHH:MM", "yyyy-mm-dd HH:MM:SS",
    ].compactMap { DateFormat(pattern: $0) }
}
