import Glibc
import Testing

@testable import Saving

@Suite struct `Stale temporaries` {
    let folder = Folder()

    @Test func `what a killed process left is removed and the old version stands`() async throws {
        folder.put("queue", "old")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            var file = try ReplacingFile(replacing: "\(path)/queue")
            try file.write([1, 2, 3])
            try file.sync()
            kill(getpid(), SIGKILL)
        }
        #expect(try folder.contents.count == 2)
        try removeStaleTemporaries(in: folder.path, of: "other")
        #expect(try folder.contents.count == 2)
        try removeStaleTemporaries(in: folder.path, of: "queue")
        #expect(try folder.contents == ["queue"])
        #expect(try folder.text("queue") == "old")
    }

    @Test func `a living writer's temporary stays`() throws {
        var file = try ReplacingFile(replacing: folder.file("queue"))
        try file.write([1])
        folder.put(".queue.1-0.tmp", "of process 1, always alive")
        try removeStaleTemporaries(in: folder.path)
        #expect(try folder.contents == [".queue.1-0.tmp", ".queue.\(getpid())-0.tmp"])
        try file.commit()
    }

    @Test func `only regular files with exactly our names go`() throws {
        // Above any Linux pid (pid_max is at most 2^22), so certainly nobody's.
        let dead = 2_000_000_000
        let foreign = [
            "queue.\(dead)-0.tmp", ".queue.\(dead)-0.tmp2", ".queue.\(dead)-0.TMP",
            ".queue.\(dead)-.tmp",
            ".queue.\(dead)--1.tmp", ".queue.0\(dead)-0.tmp", ".queue.\(dead)-00.tmp",
            ".queue.-\(dead)-0.tmp", ".queue.0-0.tmp", ".queue.99999999999-0.tmp", ".\(dead)-0.tmp",
            "..\(dead)-0.tmp", ".queue.\(dead)-x.tmp", ".queue.\(dead) -0.tmp", ".tmp", "-0.tmp",
        ]
        for name in foreign { folder.put(name, "") }
        folder.put(".queue.\(dead)-0.tmp", "")
        folder.put(".a.b.\(dead)-17.tmp", "")
        try makePrivateDirectory(folder.file(".folder.\(dead)-0.tmp"))
        try #require(unsafe symlink("queue", folder.file(".link.\(dead)-0.tmp")) == 0)
        try removeStaleTemporaries(in: folder.path)
        let kept = foreign + [".folder.\(dead)-0.tmp", ".link.\(dead)-0.tmp"]
        #expect(try Set(folder.contents) == Set(kept))
    }

    @Test func `a name is read back as it was written`() {
        for base in ["queue", "a.b-c.tmp", "черга.jsonl", " "] {
            let name = temporaryName(of: base, process: 4_194_304, counter: 12)
            #expect(writingProcess(ofTemporary: name, of: base) == 4_194_304)
            #expect(writingProcess(ofTemporary: name, of: nil) == 4_194_304)
            #expect(writingProcess(ofTemporary: name, of: base + "x") == nil)
        }
    }
}
