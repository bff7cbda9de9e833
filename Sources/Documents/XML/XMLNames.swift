internal import Scanning

/// The known elements, looked up by the addresses of their names: libxml2 interns names for the
/// life of its parser.
struct XMLNames<Element: BitwiseCopyable> {
    private var addresses = [UInt](repeating: 0, count: 1 << slotBits)
    private var elements: [Element]
    private static var slotBits: Int { 10 }

    init(other: Element) {
        elements = [Element](repeating: other, count: 1 << Self.slotBits)
    }

    /// The element of this name, cached by address.
    mutating func element(
        _ name: borrowing XMLName, find: (Span<UInt8>) -> Element
    ) -> Element {
        let address = name.address
        // Short names are adjacent in memory: all bits of the address must count.
        let mixed = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
        let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 - Self.slotBits))
        if addresses[slot] == address { return elements[slot] }
        let element = name.withBytes(find)
        addresses[slot] = address
        elements[slot] = element
        return element
    }
}
