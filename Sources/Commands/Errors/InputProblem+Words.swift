import Facts
import Glibc
import Importing
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

    private var words: (kind: String, what: Phrase, why: Phrase?, fix: Phrase) {
        switch reason {
        case .notThere, .system(EACCES), .system(EPERM):
            (
                "not-permitted", Phrase("inputProblem.mayNotRead"),
                nil, Phrase("inputProblem.checkPermissions")
            )
        case .system(let errno):
            (
                "not-readable", Phrase("inputProblem.cannotRead"),
                Phrase(same: System.words(forError: errno)),
                Phrase("inputProblem.checkPath")
            )
        case .link:
            (
                "link-passed-over",
                Phrase("inputProblem.linkFolderNot"),
                Phrase("inputProblem.mayLeadAnywhere"),
                Phrase("inputProblem.putFileItself")
            )
        case .special:
            (
                "special-passed-over", Phrase("inputProblem.noFile"),
                Phrase("inputProblem.devicesPipesSockets"),
                Phrase("inputProblem.takeOutFolder")
            )
        case .tooDeep:
            (
                "folder-too-deep",
                Phrase("inputProblem.folderLiesToo"),
                Phrase("inputProblem.foldersSearchedDeep", ["depthMax": "\(InputList.depthMax)"]),
                Phrase("inputProblem.nameKopiykaImport")
            )
        case .nameNotText:
            (
                "name-not-text",
                Phrase("inputProblem.nameNotUtf"),
                nil, Phrase("inputProblem.renameFile")
            )
        }
    }
}
