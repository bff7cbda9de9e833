import Glibc

/// A library of `Tests/Faults`, compiled once a run, for programs started with it in `LD_PRELOAD`.
struct Preloaded {
    /// Makes the k-th call that changes a file fail.
    static let faults = Preloaded("faults")
    /// Lets the clock be ahead, so that a file that was just written counts as left alone.
    static let later = Preloaded("later")

    let path: String
    let isCompiled: Bool

    private init(_ name: String) {
        // Beside the program, under a name of its own until it is whole: another run may use it.
        path = Program.executable + "-" + name + ".so"
        let own = path + ".\(getpid())"
        let source = Program.root + "/Tests/Faults/\(name).c"
        let options = ["-shared", "-fPIC", "-O1", "-o", own, source, "-ldl"]
        let isMade = ["cc", "clang", "gcc"].contains { Tool.run([$0] + options) == 0 }
        let moved = unsafe rename(own, path)
        isCompiled = isMade && moved == 0
    }

    var environment: [String] { ["LD_PRELOAD=" + path] }
}
