internal import Facts
internal import Glibc
internal import Scanning

/// Runs `pdftotext` on possibly hostile bytes: fixed arguments, no shell, an empty environment, no
/// other open file, limits on time, memory and output, and a termination that does not depend on
/// the program.
///
/// The PDF is passed as an anonymous open file, and the text is returned the same way: no user's
/// path is ever an argument, nothing is written to a folder, and neither side can block the other.
enum PDFProgram {
    enum Outcome {
        case text(AnonymousFile)
        /// The program's error output.
        case failed(String)
        case tooLong
        case tooSlow
        case notStarted(errno: Int32)
    }

    private static let memoryBytesMax = 1024 * 1024 * 1024
    private static let messageBytesMax = 4096

    /// The program in the first absolute folder that has it, or nil.
    ///
    /// - Parameter searchPath: folders separated by `:`; nil for `PATH` and the folders of Debian.
    static func path(searchPath: String? = nil) -> String? {
        let path = System.environmentVariable("PATH") ?? ""
        return ChildProgram.path(
            of: "pdftotext", in: searchPath ?? path + ":/usr/bin:/usr/local/bin")
    }

    /// - Parameter input: the PDF, from its first byte.
    static func run(_ program: String, on input: AnonymousFile) -> Outcome {
        let output = AnonymousFile()
        let messages = AnonymousFile()
        guard input.isUsable, output.isUsable, messages.isUsable, input.rewind() else {
            return .notStarted(errno: errno)
        }
        let child: ChildProgram
        do throws(ChildProgram.NotStarted) {
            child = try ChildProgram(
                program,
                [
                    "pdftotext", "-layout", "-nopgbrk", "-enc", "UTF-8", "-eol", "unix", "--",
                    "/proc/self/fd/0", "-",
                ], environment: ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"],
                files: [input, output, messages])
        } catch {
            return .notStarted(errno: error.errno)
        }
        child.limit(
            to: ChildProgram.Bounds(
                seconds: Limits.pdfSecondsMax, memoryBytes: memoryBytesMax,
                fileBytes: Limits.pdfTextBytesMax + 1))
        guard let ending = child.wait(seconds: Limits.pdfSecondsMax) else { return .tooSlow }
        guard let bytes = output.size, bytes <= Limits.pdfTextBytesMax else { return .tooLong }
        switch (ending.signal, ending.code) {
        case (SIGXFSZ, _): return .tooLong
        case (SIGXCPU, _): return .tooSlow
        case (0, 0): return .text(output)
        default:
            let said = messages.contents(max: messageBytesMax)
            return .failed(String(decoding: said, as: UTF8.self).lowercased())
        }
    }
}
