/// What a run ends with; scripts rely on the numbers.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    /// Done, but some input was refused or needs a person.
    case needsPerson = 1
    case usage = 64
    /// Queue, ledger, settings or rules are damaged or wrong.
    case damaged = 65
    /// Reading or writing failed, a full or closed standard output too.
    case inputOutput = 74
    /// Another process holds the workspace.
    case busy = 75

    package var meaning: Bilingual {
        switch self {
        case .done: Bilingual(uk: "усе зроблено", en: "everything done")
        case .needsPerson:
            Bilingual(
                uk: "зроблено, але дещо відхилено або чекає на людину (перелічено)",
                en: "done, but some input was refused or needs a person (it is listed)")
        case .usage: Bilingual(uk: "помилка в командному рядку", en: "wrong command line")
        case .damaged:
            Bilingual(
                uk: "черга, книга, налаштування чи правила пошкоджені або хибні",
                en: "queue, ledger, settings or rules damaged or wrong")
        case .inputOutput:
            Bilingual(uk: "не вдалося прочитати чи записати", en: "reading or writing failed")
        case .busy:
            Bilingual(
                uk: "сховище зайняте іншим процесом", en: "another process holds the workspace")
        }
    }

    /// The more serious of two: what a run of several steps ends with.
    package func worse(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}
