package import Facts

extension ReadFailure: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        let question = OpenQuestion(self)
        let isIllegible = kind == .encodingUncertain && details.isEmpty
        let isDivided = kind == .layoutDrifted && details.dropFirst() == ["header"]
        let words =
            question?.words
            ?? (isIllegible ? Self.illegible : isDivided ? Self.divided : kind.words)
        let said = (question?.readings ?? (isDivided ? Array(details.prefix(1)) : details))
            .joined(separator: ", ")
        // Sizes and limits are nobody's numbers.
        let isSize = [.tooLarge, .limitExceeded].contains(kind)
        let shown = isSize ? said : maskedNumbers(said)
        let values: [String: Template.Value] = [
            "details": .text(shown), "file": .text(place.file == "-" ? "stdin" : place.file),
        ]
        var why = words.why.filled(language, values)
        if !shown.isEmpty, !words.why.en.contains("{details}") {
            why += (why.isEmpty ? "" : "; ") + shown
        } else if shown.isEmpty, words.why.en.contains("{details}") {
            why = ""
        }
        if kind == .limitExceeded,
            let limit = Limits.all.first(where: { details.contains($0.name) })
        {
            why += " = \(limit.value) \(limit.unit)"
        }
        return HouseMessage(
            at: place, kind: kind.rawValue, what: words.what.filled(language, values),
            excerpt: found.revealed, why: why, fix: words.fix.filled(language, values),
            facts: [.init("details", details.joined(separator: ", "), isMasked: !isSize)],
            form: .refused)
    }
}

extension ReadFailure {
    /// None is advised where none makes words of the bytes.
    fileprivate static let illegible = ErrorWords(
        what: ("кодування не визначається", "the encoding is uncertain"),
        why: (
            "жодного не доведено, а в непевному слова стали б кашею",
            "none is proved, and a doubtful one would make gibberish of the words"
        ),
        fix: (
            "завантажте виписку ще раз або збережіть її як UTF-8; якщо знаєте кодування, назвіть --encoding",
            "download the export again, or save it as UTF-8; if you know the encoding, name --encoding"
        ))
}

extension ReadFailure {
    /// Rows above a header, or two headers that differ.
    fileprivate static let divided = ErrorWords(
        what: (
            "у файлі більше ніж одна таблиця: рядки стоять і над заголовком, або заголовки різні",
            "the file holds more than one table: rows stand above a header, or headers differ"
        ),
        why: ("заголовок макета {details}", "the header is of {details}"),
        fix: (
            "розділіть файл: у кожному одна таблиця під своїм заголовком",
            "divide the file, so that each holds one table below its header"
        ))
}

extension ReadFailure.Kind: WordedKind {
    var words: ErrorWords {
        switch self {
        case .notFound:
            ErrorWords(
                what: ("такого файлу немає", "no such file"),
                fix: ("перевірте шлях", "check the path"))
        case .notARegularFile:
            ErrorWords(
                what: ("це не звичайний файл", "not a regular file"),
                why: (
                    "посилання, теки, канали й пристрої не читаються як виписки",
                    "links, folders, pipes and devices are not read as statements"
                ),
                fix: ("дайте сам файл", "give the file itself"))
        case .unreadable:
            ErrorWords(
                what: ("файл не читається", "the file cannot be read"),
                why: ("система каже: {details}", "the system says: {details}"),
                fix: ("перевірте права на файл", "check the permissions of the file"))
        case .empty:
            ErrorWords(
                what: ("файл порожній", "the file is empty"),
                fix: ("завантажте виписку ще раз", "download the export again"))
        case .tooLarge:
            ErrorWords(
                what: ("файл завеликий", "the file is too large"),
                why: (
                    "межі перелічено в kopiyka limits", "kopiyka limits lists the limits"
                ),
                fix: (
                    "завантажте виписку за коротший час", "download the export for a shorter period"
                ))
        case .changedWhileReading:
            ErrorWords(
                what: ("файл змінився під час читання", "the file changed while it was read"),
                why: ("з нього нічого не взято", "nothing of it was taken"),
                fix: ("запустіть команду ще раз", "run the command again"))
        case .formatUnknown:
            ErrorWords(
                what: ("формат невідомий", "the format is unknown"),
                why: (
                    "формат визначається за вмістом; цей не читається: {details}",
                    "the format is told from the content; this one is not read: {details}"
                ),
                fix: (
                    "завантажте виписку як CSV, OFX чи JSON; якщо вміст сплутано, назвіть --format",
                    "download the statement as CSV, OFX or JSON; if the content is mistaken, name --format"
                ))
        case .encodingUncertain:
            ErrorWords(
                what: ("кодування не визначається", "the encoding is uncertain"),
                why: (
                    "файл читається кількома: {details}",
                    "the file can be read in several: {details}"
                ),
                fix: (
                    "назвіть одне з них: --encoding НАЗВА", "name one of them: --encoding NAME"
                ))
        case .encodingBroken:
            ErrorWords(
                what: ("байти не відповідають кодуванню", "bytes do not fit the encoding"),
                why: ("файл читався як: {details}", "the file was read as: {details}"),
                fix: (
                    "завантажте виписку ще раз; --encoding лише для файлу, який весь в іншому кодуванні",
                    "download the export again; --encoding is for a file that is all in another one"
                ))
        case .encodingContradicted:
            ErrorWords(
                what: (
                    "байти доводять інше кодування, ніж названо",
                    "the bytes prove another encoding than the one named"
                ),
                why: ("названо й доведено: {details}", "named and proved: {details}"),
                fix: (
                    "зніміть --encoding або назвіть доведене",
                    "leave --encoding out, or name the proved one"
                ))
        case .layoutUnknown:
            ErrorWords(
                what: (
                    "жоден макет не підходить до цього заголовка", "no layout matches this header"
                ),
                why: ("найближчий: {details}", "closest: {details}"),
                fix: (
                    "kopiyka layout draft {file} напише макет; покладіть його в rules/banks",
                    "kopiyka layout draft {file} writes a layout; put it into rules/banks"
                ))
        case .layoutAmbiguous:
            ErrorWords(
                what: (
                    "до заголовка підходить кілька макетів", "several layouts match this header"
                ),
                why: ("підходять: {details}", "these match: {details}"),
                fix: ("назвіть один: --format", "name one: --format"))
        case .layoutDrifted:
            ErrorWords(
                what: (
                    "стовпчики інші, ніж у відомій таблиці банку",
                    "the columns differ from the known table of the bank"
                ),
                why: ("відрізняється: {details}", "different: {details}"),
                fix: (
                    "kopiyka layout draft {file} напише макет; покладіть його в rules/banks",
                    "kopiyka layout draft {file} writes a layout; put it into rules/banks"
                ))
        case .currencyMissing:
            ErrorWords(
                what: ("файл не називає валюти", "the file names no currency"),
                why: ("валюта не вгадується", "a currency is never guessed"),
                fix: (
                    "назвіть рахунок: --account", "name the account: --account"
                ))
        case .malformed:
            ErrorWords(
                what: ("будову файлу порушено", "the file is malformed"),
                fix: (
                    "завантажте виписку ще раз", "download the export again"
                ))
        case .truncated:
            ErrorWords(
                what: ("файл обривається", "the file is cut short"),
                fix: (
                    "завантажте виписку ще раз", "download the export again"
                ))
        case .limitExceeded:
            ErrorWords(
                what: ("перевищено межу", "a limit is exceeded"),
                why: ("межа: {details}", "the limit: {details}"),
                fix: ("kopiyka limits пояснює межі", "kopiyka limits explains the limits"))
        case .entityRefused:
            ErrorWords(
                what: ("DTD і сутності не читаються", "DTD and entities are refused"),
                why: (
                    "виписки їх не потребують, а зловмисні файли — так",
                    "statements do not need them, hostile files do"
                ),
                fix: ("завантажте виписку ще раз", "download the export again"))
        case .bankRefusal:
            ErrorWords(
                what: (
                    "банк відповів помилкою замість виписки",
                    "the bank answered with an error instead of a statement"
                ),
                fix: ("завантажте виписку ще раз", "download the export again"))
        case .notAStatement:
            ErrorWords(
                what: ("у файлі немає виписки", "the file holds no statement"),
                fix: (
                    "перевірте, чи той файл завантажено", "check that this is the file you wanted"
                ))
        case .encrypted:
            ErrorWords(
                what: ("файл зашифровано", "the file is encrypted"),
                why: ("паролів Kopiyka не питає", "Kopiyka asks for no passwords"),
                fix: (
                    "збережіть його без пароля й імпортуйте знову",
                    "save it without a password, then import again"
                ))
        case .archiveInArchive:
            ErrorWords(
                what: ("це архів в архіві", "this is an archive in an archive"),
                why: (
                    "архіви читаються на один рівень углиб", "archives are read one level deep"
                ),
                fix: (
                    "розпакуйте зовнішній архів і імпортуйте внутрішній",
                    "unpack the outer archive and import the inner one"
                ))
        case .webPage:
            ErrorWords(
                what: (
                    "це вебсторінка, а не виписка", "this is a web page, not a statement"
                ),
                why: (
                    "банк віддав сторінку входу чи помилки", "the bank gave a login or error page"
                ),
                fix: (
                    "увійдіть до банку й завантажте виписку ще раз",
                    "sign in to the bank and download the export again"
                ))
        case .totalsDisagree:
            ErrorWords(
                what: (
                    "підсумки виписки не сходяться з рядками",
                    "the statement's totals disagree with its rows"
                ),
                why: (
                    "рядки дають інше, ніж надруковано: {details}",
                    "the rows come to something else than is printed: {details}"
                ),
                fix: (
                    "звірте рядки з банком або завантажте виписку іншого виду",
                    "compare the rows with the bank, or download another kind of statement"
                ))
        case .programMissing:
            ErrorWords(
                what: (
                    "бракує програми, яка відкриває такі файли",
                    "the program that opens such files is missing"
                ),
                why: ("потрібно: {details}", "needed: {details}"),
                fix: (
                    "встановіть цей пакунок або завантажте виписку як CSV",
                    "install that package, or download the statement as CSV"
                ))
        case .textLayerMissing:
            ErrorWords(
                what: ("у PDF немає тексту", "the PDF holds no text"),
                why: (
                    "це зображення сторінок, а з зображень суми не читаються",
                    "it is pictures of pages, and amounts are not read from pictures"
                ),
                fix: (
                    "завантажте виписку з банку як файл, а не як скан",
                    "download the statement from the bank as a file, not as a scan"
                ))
        }
    }
}
