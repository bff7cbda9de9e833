/// Which parts of a text say something just as they are written.
extension DescriptorReading {
    /// Something that says what was bought, weak or strong, was found.
    var hasHit: Bool { merchant != nil || phrase != nil || keywordCount > 0 }

    /// The text is known only by a name or word that is nearly in it.
    var isBent: Bool { reach == .cut || reach == .near }

    /// Whether all hits lie in the tokens, and these are more than any of them.
    func isPart(of tokens: Range<Int>) -> Bool {
        func isPart(_ hit: Hit?) -> Bool {
            hit.map { $0.tokens.count < tokens.count && tokens.contains($0.tokens) } ?? true
        }
        return isPart(merchant) && isPart(phrase)
            && (0..<keywordCount).allSatisfy { isPart(keyword($0)) }
    }
}
