internal import Ledger
internal import Saving
internal import Scanning

/// The last answer to a question about the whole ledger, kept until something changes that it
/// depends on: the payments that come again of a million lines take seconds to find.
///
/// A cache: `.kopiyka/streams` may be deleted at any time, is read only whole and unchanged, and is
/// not written where the folder cannot be. It is words of eight bytes, little-endian:
///
/// ```
/// seal of all that follows   question, two words   bytes of the answer   the answer, padded
/// ```
extension Workspace {
    /// Nil if none is kept for this question and the present ledger.
    ///
    /// - Parameter question: all that decides the answer besides the ledger.
    package func keptAnswer(to question: String) -> [UInt8]? {
        guard let digest = try? digest(of: question), let words = try? storedWords(),
            words.count >= Self.headWords, words[0] == Self.seal(of: words[1...]),
            words[1] == digest.high, words[2] == digest.low,
            let count = Int(exactly: words[3]), count <= 8 * (words.count - Self.headWords)
        else { return nil }
        return (0..<count).map {
            UInt8(truncatingIfNeeded: words[Self.headWords + $0 / 8] >> UInt64($0 % 8 * 8))
        }
    }

    /// Keeps an answer instead of the last one. A failure only costs the next question the search.
    package func keep(_ answer: [UInt8], to question: String) {
        guard answer.count <= Self.answerBytesMax, let digest = try? digest(of: question) else {
            return
        }
        var words = [digest.high, digest.low, UInt64(answer.count)]
        for start in stride(from: 0, to: answer.count, by: 8) {
            var word: UInt64 = 0
            for at in start..<min(start + 8, answer.count) {
                word |= UInt64(answer[at]) << UInt64((at - start) * 8)
            }
            words.append(word)
        }
        words.insert(Self.seal(of: words[...]), at: 0)
        do throws(SavingError) {
            // Questions that are asked at the same time write one after the other, or spoil the
            // seal.
            var file = try CacheFile.writing(paths.nextStreams, keeping: 0)
            try file.write(words)
            try file.flush()
            try moveCache(paths.nextStreams, over: paths.streams)
        } catch {}
    }

    private static let headWords = 4
    /// Ten thousand streams.
    private static let answerBytesMax = 32 * 1024 * 1024

    private func storedWords() throws(SavingError) -> [UInt64] {
        guard let file = try CacheFile.reading(paths.streams),
            file.length <= Self.answerBytesMax + 8 * Self.headWords
        else { return [] }
        var words = [UInt64](repeating: 0, count: file.length / CacheFile.wordBytes)
        try file.read(into: &words, from: 0)
        return words
    }

    /// Identifies the question and the ledger: its sums follow every change, and the stamp of the
    /// file those of other programs.
    private func digest(of question: String) throws -> (high: UInt64, low: UInt64) {
        let stamp = try fileStamp(paths.ledger)
        let text = "\(question)\n\(try ledger.sumsDigest) \(stamp?.text ?? "")"
        return (
            StableHash.hash(text.utf8.span, seed: 12), StableHash.hash(text.utf8.span, seed: 13)
        )
    }

    private static func seal(of words: ArraySlice<UInt64>) -> UInt64 {
        words.reduce(UInt64(words.count)) { StableHash.combine($0, $1) }
    }
}
