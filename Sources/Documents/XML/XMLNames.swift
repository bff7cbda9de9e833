internal import Scanning

/// The elements a content knows, found by their names' addresses: libxml2 keeps one copy of each
/// name as long as its parser lives.
struct XMLNames<Element: BitwiseCopyable> {
    private var addresses = [UInt](repeating: 0, count: 1 << slotBits)
    private var elements: [Element]
    private static var slotBits: Int { 10 }

    init(other: Element) {
        elements = [Element](repeating: other, count: 1 << Self.slotBits)
    }

    /// The element of this name, looked up in `find` when its address was not met lately.
    mutating func element(
        _ name: borrowing XMLName, find: (Span<UInt8>) -> Element
    ) -> Element {
        let address = name.address
        // Short names lie next to each other: all bits of the address must count.
        let mixed = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
        let slot = Int(truncatingIfNeeded: mixed >> UInt64(64 - Self.slotBits))
        if addresses[slot] == address { return elements[slot] }
        let element = name.withBytes(find)
        addresses[slot] = address
        elements[slot] = element
        return element
    }
}
