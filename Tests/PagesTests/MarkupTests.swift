import Testing

@testable import Pages

@Suite struct `Texts of a page` {
    @Test func `a text cannot bring markup into the page`() {
        let hostile = "<script>alert('1')</script> & \"quoted\" \u{202E}reversed\u{7}"
        let page: Markup = "<td title=\"\(hostile)\">\(hostile)"
        let text = String(decoding: page.bytes, as: UTF8.self)
        let escaped =
            "&lt;script&gt;alert('1')&lt;/script&gt; &amp; &quot;quoted&quot; �reversed�"
        #expect(text == "<td title=\"\(escaped)\">\(escaped)")
    }

    @Test func `the digest of the style is SHA-256`() {
        // FIPS 180-4, and RFC 4648 §10.
        #expect(
            Base64.text(SHA256.digest(of: "abc")) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        #expect(
            Base64.text(SHA256.digest(of: "")) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
        #expect(
            ["f", "fo", "foo", "foob"].map { Base64.text(Array($0.utf8)) } == [
                "Zg==", "Zm8=", "Zm9v", "Zm9vYg==",
            ])
    }
}
