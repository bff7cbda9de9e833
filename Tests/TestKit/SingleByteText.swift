package import Scanning

/// A text in a single-byte encoding, by inverting the decoder's table.
package func singleByteText(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    var bytes: [Unicode.Scalar: UInt8] = [:]
    for byte in UInt8.min...UInt8.max {
        var decoder = TextDecoder(encoding)
        var letter: [UInt8] = []
        if decoder.decode([byte].span, final: true, into: &letter) == nil,
            let scalar = String(decoding: letter, as: UTF8.self).unicodeScalars.first
        {
            bytes[scalar] = byte
        }
    }
    return text.unicodeScalars.map { bytes[$0] ?? 0x3F }
}
