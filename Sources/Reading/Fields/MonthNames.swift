/// Names and abbreviations of months in statements of our markets, in any case.
///
/// A word for different months in two languages (`lip`, `lis`, `srp`) is not in the table.
/// - Source: the languages' own calendars; abbreviations of three and four letters as in statements
///   (`26МАР19`).
package enum MonthNames {
    /// Letters of the longest name: `października`.
    private static let bytesMax = 24

    /// The month (1…12) of the word at the start of the range, and the word's end, including an
    /// abbreviation's point.
    package static func month(in text: Span<UInt8>, _ range: Range<Int>) -> (month: Int, end: Int)?
    {
        var end = range.lowerBound
        var hash = seed
        while end < range.upperBound {
            var next = end
            guard let letter = smallLetter(of: text, at: &next), next <= range.upperBound else {
                break
            }
            hash = step(hash, letter)
            end = next
        }
        guard end > range.lowerBound, end - range.lowerBound <= bytesMax,
            let name = names[hash], isSame(name.letters, text, range.lowerBound..<end)
        else { return nil }
        if end < range.upperBound, text[end] == 0x2E { end += 1 }
        return (name.month, end)
    }

    /// Whether a word is exactly a month's name or abbreviation.
    package static func isMonth(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        return month(in: bytes.span, bytes.indices)?.end == bytes.count
    }

    private struct Name {
        let month: Int
        let letters: [UInt16]
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ letter: UInt16) -> UInt64 {
        (hash ^ UInt64(letter)) &* 0x100_0000_01B3
    }

    /// Lowercases a Latin or Cyrillic letter up to U+04FF, nil for other characters; advances the
    /// index.
    private static func smallLetter(of text: Span<UInt8>, at index: inout Int) -> UInt16? {
        let lead = text[index]
        if lead < 0x80 {
            let small = lead | 0x20
            guard (0x61...0x7A).contains(small) else { return nil }
            index += 1
            return UInt16(small)
        }
        guard (0xC3...0xD3).contains(lead), index + 1 < text.count, text[index + 1] & 0xC0 == 0x80
        else { return nil }
        index += 2
        let scalar = UInt16(lead & 0x1F) << 6 | UInt16(text[index - 1] & 0x3F)
        switch scalar {
        case 0xC0...0xDE: return scalar | 0x20
        case 0xDF...0xFF: return scalar
        case 0x100...0x137, 0x14A...0x177: return scalar | 1
        case 0x139...0x148, 0x179...0x17E: return scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x400...0x40F: return scalar + 0x50
        case 0x410...0x42F: return scalar + 0x20
        case 0x430...0x45F: return scalar
        case 0x490...0x4FF: return scalar | 1
        default: return nil
        }
    }

    private static func isSame(
        _ letters: [UInt16], _ text: Span<UInt8>, _ range: Range<Int>
    ) -> Bool {
        var at = range.lowerBound
        for letter in letters {
            guard at < range.upperBound, smallLetter(of: text, at: &at) == letter else {
                return false
            }
        }
        return at == range.upperBound
    }

    private static let names: [UInt64: Name] = {
        var result: [UInt64: Name] = [:]
        var refused: Set<UInt64> = []
        for language in languages {
            for (index, words) in language.split(separator: " ").enumerated() {
                for word in words.split(separator: "/") {
                    let letters = letters(of: String(word))
                    let hash = letters.reduce(seed, step)
                    if let known = result[hash], known.month != index + 1 { refused.insert(hash) }
                    result[hash] = Name(month: index + 1, letters: letters)
                }
            }
        }
        for hash in refused { result[hash] = nil }
        return result
    }()

    private static func letters(of word: String) -> [UInt16] {
        let bytes = Array(word.utf8)
        var result: [UInt16] = []
        var at = 0
        while at < bytes.count, let letter = smallLetter(of: bytes.span, at: &at) {
            result.append(letter)
        }
        return result
    }

    /// January to December of each language, with the forms of a month separated by `/`.
    private static let languages = [
        // Ukrainian.
        "січень/січня/січ/сiчень/сiчня/сiч лютий/лютого/лют березень/березня/бер/берез "
            + "квітень/квітня/квіт/кві/квiтень/квiтня травень/травня/трав/тра "
            + "червень/червня/черв/чер липень/липня/лип серпень/серпня/серп/сер "
            + "вересень/вересня/вер/верес жовтень/жовтня/жовт/жов "
            + "листопад/листопада/лист/лис грудень/грудня/груд/гру",
        // Russian; Bulgarian and Serbian share much of it.
        "январь/января/янв февраль/февраля/фев/февр март/марта/мар апрель/апреля/апр май/мая "
            + "июнь/июня/июн июль/июля/июл август/августа/авг сентябрь/сентября/сен/сент "
            + "октябрь/октября/окт ноябрь/ноября/ноя/нояб декабрь/декабря/дек",
        "януари/яну февруари/фев март/мар април/апр май юни юли август/авг септември/сеп "
            + "октомври/окт ноември/ное декември/дек",
        "јануар/јан фебруар/феб март/мар април/апр мај јун јул август/авг септембар/сеп "
            + "октобар/окт новембар/нов децембар/дец",
        "қаңтар/қаң ақпан/ақп наурыз/нау сәуір/сәу мамыр/мам маусым/мау шілде/шіл тамыз/там "
            + "қыркүйек/қыр қазан/қаз қараша/қар желтоқсан/жел",
        // English.
        "january/jan february/feb/febr march/mar april/apr may june/jun july/jul august/aug "
            + "september/sep/sept october/oct november/nov december/dec",
        // German and Dutch.
        "januar/jan/jän/jänner februar/feb/feber märz/mär/mrz april/apr mai juni/jun juli/jul "
            + "august/aug september/sep/sept oktober/okt november/nov dezember/dez",
        "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug "
            + "september/sep/sept oktober/okt november/nov december/dec",
        // French, Spanish, Italian, Portuguese.
        "janvier/janv/jan février/févr/fév/fevrier mars/mar avril/avr mai juin juillet/juil août/aout "
            + "septembre/sept octobre/oct novembre/nov décembre/déc/decembre",
        "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago "
            + "septiembre/sep/sept/setiembre octubre/oct noviembre/nov diciembre/dic",
        "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago "
            + "settembre/set/sett ottobre/ott novembre/nov dicembre/dic",
        "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago "
            + "setembro/set outubro/out novembro/nov dezembro/dez",
        // Polish, Czech, Slovak, Croatian, Slovene.
        "styczeń/stycznia/sty luty/lutego/lut marzec/marca/mar kwiecień/kwietnia/kwi maj/maja "
            + "czerwiec/czerwca/cze lipiec/lipca/lip sierpień/sierpnia/sie wrzesień/września/wrz "
            + "październik/października/paź listopad/listopada/lis grudzień/grudnia/gru",
        "leden/ledna/led únor/února/úno březen/března/bře duben/dubna/dub květen/května/kvě "
            + "červen/června/čvn červenec/července/čvc srpen/srpna/srp září/zář říjen/října/říj "
            + "listopad/listopadu/lis prosinec/prosince/pro",
        "január/jan február/feb marec/marca/mar apríl/apr máj/mája jún/júna júl/júla "
            + "august/augusta/aug september/septembra/sep október/októbra/okt "
            + "november/novembra/nov december/decembra/dec",
        "siječanj/siječnja/sij veljača/veljače/velj ožujak/ožujka/ožu travanj/travnja/tra "
            + "svibanj/svibnja/svi lipanj/lipnja/lip srpanj/srpnja/srp kolovoz/kolovoza/kol "
            + "rujan/rujna/ruj listopad/listopada/lis studeni/studenog/stu prosinac/prosinca/pro",
        "januar/jan februar/feb marec/mar april/apr maj junij/jun julij/jul avgust/avg "
            + "september/sep oktober/okt november/nov december/dec",
        // Hungarian, Romanian, Turkish, and the north.
        "január/jan február/febr/feb március/márc/már április/ápr május/máj június/jún július/júl "
            + "augusztus/aug szeptember/szept/sze október/okt november/nov december/dec",
        "ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug "
            + "septembrie/sep/sept octombrie/oct noiembrie/noi/nov decembrie/dec",
        "ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl "
            + "ekim/eki kasım/kas aralık/ara",
        "januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug "
            + "september/sep oktober/okt november/nov december/dec",
        "januar/jan februar/feb marts/mar april/apr maj/mai juni/jun juli/jul august/aug "
            + "september/sep oktober/okt november/nov desember/des",
    ]
}
