import Facts
import Glibc
import Pipeline
import Scanning

extension InputProblem: HouseError {
    package var exitCode: ExitCode { .needsPerson }

    package func message(in language: Language) -> HouseMessage {
        if reason == .notThere {
            return ReadFailure(.notFound, at: SourcePlace(file: path)).message(in: language)
        }
        let words = self.words
        return HouseMessage(
            at: SourcePlace(file: path), kind: words.kind, what: words.what[language],
            why: words.why?[language] ?? "", fix: words.fix[language])
    }

    private var words: (kind: String, what: Bilingual, why: Bilingual?, fix: Bilingual) {
        switch reason {
        case .notThere, .system(EACCES), .system(EPERM):
            (
                "not-permitted", Bilingual(uk: "немає дозволу прочитати", en: "may not be read"),
                nil, Bilingual(uk: "перевірте дозволи", en: "check its permissions")
            )
        case .system(let errno):
            (
                "not-readable", Bilingual(uk: "не читається", en: "cannot be read"),
                Bilingual(same: System.words(forError: errno)),
                Bilingual(uk: "перевірте шлях", en: "check the path")
            )
        case .link:
            (
                "link-passed-over",
                Bilingual(
                    uk: "посилання в теці не імпортується", en: "a link in a folder is not followed"
                ),
                Bilingual(uk: "воно може вести куди завгодно", en: "it may lead anywhere"),
                Bilingual(
                    uk: "покладіть у теку сам файл або назвіть його: kopiyka import ФАЙЛ",
                    en: "put the file itself there, or name it: kopiyka import FILE")
            )
        case .special:
            (
                "special-passed-over", Bilingual(uk: "це не файл", en: "is no file"),
                Bilingual(
                    uk: "пристрої, канали й сокети не читаються",
                    en: "devices, pipes and sockets are not read"),
                Bilingual(uk: "приберіть його з теки", en: "take it out of the folder")
            )
        case .tooDeep:
            (
                "folder-too-deep",
                Bilingual(uk: "тека лежить надто глибоко", en: "the folder lies too deep"),
                Bilingual(
                    uk: "теки переглядаються до глибини \(InputList.depthMax)",
                    en: "folders are searched \(InputList.depthMax) deep"),
                Bilingual(
                    uk: "назвіть її: kopiyka import ТЕКА", en: "name it: kopiyka import FOLDER")
            )
        case .nameNotText:
            (
                "name-not-text",
                Bilingual(uk: "назва файла — не UTF-8", en: "its name is not UTF-8"),
                nil, Bilingual(uk: "перейменуйте файл", en: "rename the file")
            )
        }
    }
}
