import Facts
import Glibc
import Importing
import Scanning

extension InputProblem: HouseError {
    package var message: HouseMessage {
        let place = SourcePlace(file: path)
        return switch reason {
        case .notThere: ReadFailure(.notFound, at: place).message
        case .system(EACCES), .system(EPERM): HouseMessage(at: place, "error.not-permitted")
        case .system(let errno):
            HouseMessage(
                at: place, "error.not-readable", why: Phrase(same: System.words(forError: errno)))
        case .link: HouseMessage(at: place, "error.link-passed-over")
        case .special: HouseMessage(at: place, "error.special-passed-over")
        case .tooDeep:
            HouseMessage(at: place, "error.folder-too-deep", ["depthMax": "\(InputList.depthMax)"])
        case .nameNotText: HouseMessage(at: place, "error.name-not-text")
        }
    }
}
