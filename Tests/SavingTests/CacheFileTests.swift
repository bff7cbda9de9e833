import Testing

@testable import Saving

@Suite struct `A file of words that can be made again` {
    let folder = Folder()

    @Test func `words are read back from any place, and only as many as there are`() throws {
        let path = folder.file("words")
        var file = try CacheFile.writing(path, keeping: 0)
        try file.write([1, 2, .max])
        try file.write([4, 5].span)
        try file.flush()
        #expect(file.length == 40)
        var words: [UInt64] = [0, 0, 0]
        try file.read(into: &words, from: 2)
        #expect(words == [.max, 4, 5])
        #expect(throws: SavingError.stale(path)) { try file.read(into: &words, from: 3) }
    }
}
