/// The encodings of bank files. The raw value is the name that is printed and stored.
package enum TextEncoding: String, CaseIterable, Sendable {
    case utf8 = "utf-8"
    case utf16LE = "utf-16le"
    case utf16BE = "utf-16be"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1250 = "windows-1250"
    case koi8U = "koi8-u"
    case koi8R = "koi8-r"
    case ibm866 = "ibm866"
    /// The Ukrainian DOS page (RUSCII): 0xF7 is і here and ў in IBM866.
    case ibm1125 = "ibm1125"
    /// The DOS pages of Western and of Central Europe.
    case ibm850 = "ibm850"
    case ibm852 = "ibm852"
    case iso8859_1 = "iso-8859-1"
    case iso8859_2 = "iso-8859-2"
    case iso8859_5 = "iso-8859-5"
    case iso8859_15 = "iso-8859-15"
    case macCyrillic = "x-mac-cyrillic"
    /// Tables that spreadsheets on a Macintosh saved.
    case macRoman = "macintosh"
    case usASCII = "us-ascii"
    /// Also GBK and GB 2312, which it includes.
    case gb18030 = "gb18030"
    /// Pages whose words no model distinguishes: proved by headings, or named by a person.
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows874 = "windows-874"
    case shiftJIS = "shift_jis"
    case eucKR = "euc-kr"
    case big5 = "big5"

    /// Encodings that only headings, a declaration or a person prove, never the bytes alone.
    package static let unsniffed: [TextEncoding] = [
        .windows1253, .windows1254, .windows1255, .windows1256, .windows1257, .windows874,
        .gb18030, .shiftJIS, .eucKR, .big5,
    ]

    /// The encoding named by a person or a file header; case, blanks, `-`, `_` and `:` are ignored.
    /// Nil for an unsupported name.
    package init?(label: String) {
        var plain = ""
        for byte in label.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                plain.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                plain.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: " "):
                continue
            default: return nil
            }
        }
        switch plain {
        case "utf8", "unicode11utf8", "utf8n": self = .utf8
        case "utf16le", "unicodelittleendian", "ucs2le": self = .utf16LE
        case "utf16be", "unicodebigendian", "ucs2be": self = .utf16BE
        case "windows1251", "cp1251", "win1251", "1251", "xcp1251", "ansi1251": self = .windows1251
        case "windows1252", "cp1252", "win1252", "1252", "xcp1252", "ansi1252": self = .windows1252
        case "windows1250", "cp1250", "win1250", "1250", "xcp1250", "ansi1250": self = .windows1250
        case "koi8u", "koi8ru", "cskoi8u", "cp21866": self = .koi8U
        case "koi8r", "cskoi8r", "koi8", "koi", "cp20866": self = .koi8R
        case "ibm866", "cp866", "866", "dos866", "csibm866", "oem866": self = .ibm866
        case "ibm1125", "cp1125", "1125", "cp866u", "866u", "ruscii": self = .ibm1125
        case "ibm850", "cp850", "850", "dos850", "oem850", "csibm850", "pc850multilingual":
            self = .ibm850
        case "ibm852", "cp852", "852", "dos852", "oem852", "csibm852", "pc852", "cspcp852":
            self = .ibm852
        case "iso88591", "latin1", "l1", "isoir100", "88591", "cp819": self = .iso8859_1
        case "iso88592", "latin2", "l2", "isoir101", "88592": self = .iso8859_2
        case "iso88595", "cyrillic", "isoir144", "88595": self = .iso8859_5
        case "iso885915", "latin9", "l9", "885915": self = .iso8859_15
        case "xmaccyrillic", "maccyrillic", "xmacukrainian", "cp10007", "10007":
            self = .macCyrillic
        case "macintosh", "macroman", "xmacroman", "mac", "cp10000", "10000": self = .macRoman
        case "usascii", "ascii", "isoir6", "iso646us", "ansix341968": self = .usASCII
        case "gb18030", "gbk", "gb2312", "cp936", "936", "windows936", "euccn", "xgbk", "csgb2312":
            self = .gb18030
        case "windows1253", "cp1253", "win1253", "1253", "xcp1253": self = .windows1253
        case "windows1254", "cp1254", "win1254", "1254", "xcp1254", "iso88599", "latin5", "l5":
            self = .windows1254
        case "windows1255", "cp1255", "win1255", "1255", "xcp1255", "iso88598", "iso88598i":
            self = .windows1255
        case "windows1256", "cp1256", "win1256", "1256", "xcp1256": self = .windows1256
        case "windows1257", "cp1257", "win1257", "1257", "xcp1257", "iso885913": self = .windows1257
        case "windows874", "cp874", "874", "tis620", "iso885911": self = .windows874
        case "shiftjis", "sjis", "xsjis", "cp932", "932", "ms932", "windows31j", "csshiftjis":
            self = .shiftJIS
        case "euckr", "cp949", "949", "ms949", "uhc", "windows949", "ksc56011987", "cseuckr":
            self = .eucKR
        case "big5", "cp950", "950", "windows950", "csbig5": self = .big5
        default: return nil
        }
    }

    /// Whether this system can read it: those of East Asia need tables of the C library.
    package var isReadable: Bool {
        self == .gb18030 ? GB18030.shared != nil : !isOfPairs || pairs != nil
    }

    /// Whether it has characters of one and of two bytes.
    private var isOfPairs: Bool {
        switch self {
        case .shiftJIS, .eucKR, .big5: true
        default: false
        }
    }

    /// The characters of an encoding of two bytes; nil for others, and without the C library's.
    internal var pairs: BytePairs? {
        switch self {
        case .shiftJIS: BytePairs.shiftJIS
        case .eucKR: BytePairs.eucKR
        case .big5: BytePairs.big5
        default: nil
        }
    }

    /// Whether bytes that prove no other encoding could be Chinese.
    package static func couldBeGB18030(_ bytes: Span<UInt8>) -> Bool { GB18030.couldBe(bytes) }

    /// Whether the upper half of the page is Cyrillic.
    package var isCyrillic: Bool {
        switch self {
        case .windows1251, .koi8U, .koi8R, .ibm866, .ibm1125, .iso8859_5, .macCyrillic: true
        default: false
        }
    }

    /// The characters of bytes 0x80 to 0xFF, nil for multi-byte encodings.
    internal var upperHalf: [UInt16]? {
        switch self {
        case .utf8, .utf16LE, .utf16BE, .usASCII, .gb18030, .shiftJIS, .eucKR, .big5: nil
        case .windows1251: SingleByteTables.windows1251
        case .windows1252: SingleByteTables.windows1252
        case .windows1250: SingleByteTables.windows1250
        case .koi8U: SingleByteTables.koi8U
        case .koi8R: SingleByteTables.koi8R
        case .ibm866: SingleByteTables.ibm866
        case .ibm1125: SingleByteTables.ibm1125
        case .ibm850: SingleByteTables.ibm850
        case .ibm852: SingleByteTables.ibm852
        case .iso8859_1: SingleByteTables.iso8859_1
        case .iso8859_2: SingleByteTables.iso8859_2
        case .iso8859_5: SingleByteTables.iso8859_5
        case .iso8859_15: SingleByteTables.iso8859_15
        case .macCyrillic: SingleByteTables.macCyrillic
        case .macRoman: SingleByteTables.macRoman
        case .windows1253: SingleByteTables.windows1253
        case .windows1254: SingleByteTables.windows1254
        case .windows1255: SingleByteTables.windows1255
        case .windows1256: SingleByteTables.windows1256
        case .windows1257: SingleByteTables.windows1257
        case .windows874: SingleByteTables.windows874
        }
    }
}
