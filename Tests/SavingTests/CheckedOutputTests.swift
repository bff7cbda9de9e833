import Glibc
import Testing

@testable import Saving

@Suite struct `Checked output` {
    @Test func `everything arrives in order once flushed`() throws {
        let folder = Folder()
        let descriptor = unsafe open(folder.file("out"), O_WRONLY | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let output = CheckedOutput(descriptor: descriptor, bufferBytes: 8)
        try output.write("копійка ")
        #expect(try folder.text("out") == "копійка ")
        try output.write(Array("abc".utf8))
        #expect(try folder.text("out") == "копійка ")
        try output.flush()
        #expect(try folder.text("out") == "копійка abc")
    }

    @Test func `a full disk is an error that stays`() throws {
        let descriptor = unsafe open("/dev/full", O_WRONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let output = CheckedOutput(descriptor: descriptor)
        try output.write("kept in the buffer")
        let full = SavingError(
            operation: .write, path: "descriptor \(descriptor)", errno: ENOSPC)
        #expect(refusal { () throws(SavingError) in try output.flush() } == full)
        #expect(refusal { () throws(SavingError) in try output.write("more") } == full)
        #expect(refusal { () throws(SavingError) in try output.flush() } == full)
    }

    @Test func `a closed pipe is an error, not a signal`() async {
        await #expect(processExitsWith: .success) {
            ignoreBrokenPipes()
            var ends: [Int32] = [0, 0]
            exitUnless(unsafe pipe(&ends) == 0)
            close(ends[0])
            let output = CheckedOutput(descriptor: ends[1])
            try output.write("nobody listens")
            exitUnless(refusal { () throws(SavingError) in try output.flush() }?.errno == EPIPE)
        }
    }

    @Test func `a slow reader of a non-blocking pipe gets everything`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            exitUnless(unsafe pipe(&ends) == 0)
            let (reading, writing) = (ends[0], ends[1])
            exitUnless(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
            // Four times what a pipe holds.
            let bytes = 1 << 18
            let reader = Task.detached {
                var got = 0
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while got < bytes {
                    usleep(500)
                    let taken = unsafe read(reading, &buffer, buffer.count)
                    if taken <= 0 { break }
                    got += taken
                }
                return got
            }
            let output = CheckedOutput(descriptor: writing)
            try output.write([UInt8](repeating: 7, count: bytes))
            try output.flush()
            exitUnless(await reader.value == bytes)
        }
    }

    @Test func `a closed stdout does not become a file of ours`() async {
        await #expect(processExitsWith: .success) {
            let folder = Folder()
            close(STDIN_FILENO)
            close(STDOUT_FILENO)
            try occupyClosedStandardDescriptors()
            var file = try ReplacingFile(replacing: folder.file("queue"))
            try file.write(Array("money".utf8))
            let output = CheckedOutput(descriptor: STDOUT_FILENO)
            try output.write("message")
            let met = refusal { () throws(SavingError) in try output.flush() }
            try file.commit()
            exitUnless(
                try met == SavingError(operation: .write, path: "stdout", errno: EBADF)
                    && folder.text("queue") == "money")
        }
    }
}
