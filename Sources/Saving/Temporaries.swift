import Glibc

/// The name of a temporary: hidden, beside its target, with the id of the process that writes it.
func temporaryName(of base: String, process: pid_t, counter: Int) -> String {
    ".\(base).\(process)-\(counter).tmp"
}

/// Removes unfinished replacements of dead processes.
///
/// Only regular files named exactly as ``temporaryName(of:process:counter:)`` names them, of `base`
/// or, when nil, of any file, and only when no process with that id is alive. Call it with the
/// workspace locked: ids of processes in another container are unknown here.
package func removeStaleTemporaries(
    in folder: String, of base: String? = nil
) throws(SavingError) {
    for name in try names(in: folder) {
        guard let process = writingProcess(ofTemporary: name, of: base), !isAlive(process: process)
        else { continue }
        let path = "\(folder)/\(name)"
        do throws(SavingError) {
            let record = try status(at: path, followingLink: false)
            if record.st_mode & S_IFMT == S_IFREG { try removeFile(path) }
        } catch  where error.errno == ENOENT {
            // Another process removed it first.
        }
    }
}

/// Removes replacements of one file by dead processes, and returns their number.
package func removeStaleTemporaries(of path: String) throws(SavingError) -> Int {
    let parts = try PathParts(path)
    let before = try names(in: parts.folder).count
    try removeStaleTemporaries(in: parts.folder, of: parts.base)
    return max(0, before - (try names(in: parts.folder).count))
}

/// Files of a folder named `<beginning><process id><ending>` whose process has ended, sorted by
/// name.
package func filesOfDeadProcesses(
    in folder: String, beginning: String, ending: String
) throws(SavingError) -> [String] {
    try names(in: folder).filter { name in
        guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return false }
        let digits = Array(name.utf8).dropFirst(beginning.utf8.count).dropLast(ending.utf8.count)
        guard let process = wholeNumber(digits) else { return false }
        return !isAlive(process: process)
    }.map { folder + "/" + $0 }
}

/// The process id in a temporary's name; nil when we never write such a name.
func writingProcess(ofTemporary name: String, of base: String?) -> pid_t? {
    let bytes = Array(name.utf8)
    let ending = Array(".tmp".utf8)
    guard bytes.first == UInt8(ascii: "."), bytes.suffix(ending.count) == ending[...] else {
        return nil
    }
    let inner = bytes.dropFirst().dropLast(ending.count)
    guard let dash = inner.lastIndex(of: UInt8(ascii: "-")),
        let dot = inner[..<dash].lastIndex(of: UInt8(ascii: ".")), dot > inner.startIndex,
        wholeNumber(inner[(dash + 1)...]) != nil,
        let process = wholeNumber(inner[(dot + 1)..<dash]), process > 0
    else { return nil }
    if let base, !inner[..<dot].elementsEqual(base.utf8) { return nil }
    return process
}

/// Decimal digits as we print them: no sign, no leading zero, within 32 bits.
private func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int32? {
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
        return nil
    }
    var value: Int32 = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, carried) = tens.addingReportingOverflow(Int32(digit - UInt8(ascii: "0")))
        if tooLarge || carried { return nil }
        value = sum
    }
    return value
}
