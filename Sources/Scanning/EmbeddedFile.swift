internal import CRules
internal import Facts

/// A file of `rules/` embedded in the program: nothing is read or copied.
///
/// The files are ours, and readers take offsets from them: one out of bounds is our mistake. It
/// traps in tests; the release does not check single numbers, of which matching a description takes
/// hundreds.
@safe @usableFromInline package struct EmbeddedFile: @unchecked Sendable {
    /// `rules/headings.yaml`.
    package static let headings = unsafe EmbeddedFile(crules_headings(), crules_headings_count())
    /// `rules/compiled/layouts.txt`.
    package static let layouts = unsafe EmbeddedFile(crules_layouts(), crules_layouts_count())
    /// `rules/compiled/merchants.bin`.
    package static let merchants = unsafe EmbeddedFile(crules_merchants(), crules_merchants_count())
    /// `rules/categories.csv`.
    package static let categories =
        unsafe EmbeddedFile(crules_categories(), crules_categories_count())
    /// `rules/quick-text.csv`.
    package static let quickText =
        unsafe EmbeddedFile(crules_quick_text(), crules_quick_text_count())
    /// `rules/values.txt`.
    package static let values = unsafe EmbeddedFile(crules_values(), crules_values_count())

    /// `rules/compiled/words.bin`.
    package static let words = unsafe EmbeddedFile(crules_words(), crules_words_count())

    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline package let count: Int

    private init(_ base: UnsafePointer<UInt8>, _ count: Int) {
        unsafe self.base = UnsafeRawPointer(base)
        self.count = count
    }

    @inlinable @inline(__always)
    package subscript(_ offset: Int) -> UInt8 { number(at: offset, as: UInt8.self) }

    /// A copy of some of its bytes.
    package subscript(_ range: Range<Int>) -> [UInt8] {
        withSpan { Array($0.extracting(range)) }
    }

    /// The number at an offset, in native byte order.
    @inlinable @inline(__always)
    package func number<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int, as _: Number.Type
    ) -> Number {
        assert(
            offset >= 0 && offset <= count &- MemoryLayout<Number>.size, "the file ends before")
        return unsafe base.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }

    /// Four bytes, little-endian.
    @inlinable @inline(__always)
    package func uint32(at offset: Int) -> UInt32 {
        number(at: offset, as: UInt32.self).littleEndian
    }

    package func text(_ range: Range<Int>) -> String {
        withSpan { String(utf8: $0.extracting(range)) }
    }

    package func withSpan<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer {
        unsafe body(Span(_unsafeBytes: UnsafeRawBufferPointer(start: base, count: count)))
    }
}
