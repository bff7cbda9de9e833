internal struct WordEvidence: Sendable {
    struct Ranked { let encoding: TextEncoding }
    var ranking: [Ranked] { [Ranked(encoding: .windows1251)] }
    var verdict: EncodingVerdict { .uncertain([.windows1251, .koi8U, .ibm866]) }
    mutating func take(_ byte: UInt8) {}
}
