package import Categorizing
import Scanning
import Synchronization
package import Workspaces

/// A file that a thread of its own opens and prepares while the workspace is opened, which takes as long.
///
/// What came of it is the first part of the one import that lists the same file, unchanged, and would prepare it by the same options; nothing comes of it
/// otherwise. Problems are told when the file's turn comes.
package final class PreparedAhead {
    private let file: InputFile
    private let options: ImportOptions
    private let preparation: FilePreparation
    private let taker = PreparationTaker()
    private var relay: BatchRelay<PreparedBatch>?
    private var isTaken = false

    /// Nil for what is no file on disk, whose bytes would be gone.
    ///
    /// - Parameters:
    ///   - inbox: the workspace's.
    ///   - book: as the import will have it.
    package init?(
        path: String, inbox: String, categorizer: Categorizer, book: AccountBook,
        options: ImportOptions
    ) {
        let list = InputList(paths: [path], inbox: inbox, looksInside: false)
        guard list.roots.isEmpty, let file = list.files.first, !file.isReadOnce else { return nil }
        self.file = file
        self.options = options
        let preparation = FilePreparation(
            categorizer: categorizer, book: book, options: options, for: taker)
        self.preparation = preparation
        preparation.begin(file)
        relay = BatchRelay(taker.batches, of: file, isLong: true) {
            preparation.prepare(&$0)
        }
    }

    deinit { end() }

    /// Gives what is prepared to an import, once; nil for one by other options.
    func take(by options: ImportOptions) -> (FilePreparation, PreparationTaker)? {
        guard !isTaken, options.preparesAs(self.options) else { return nil }
        isTaken = true
        return (preparation, taker)
    }

    /// The batches of a file, for who took the preparation; nil where another one is prepared, which ends.
    func relay(of file: InputFile) -> BatchRelay<PreparedBatch>? {
        if file == self.file { return relay.take() }
        end()
        return nil
    }

    private func end() {
        if let relay = relay.take() { relay.end() }
    }
}

/// Who takes what is prepared, as the thread sees it that prepares.
final class PreparationTaker: Sendable {
    let batches = BatchRelay<PreparedBatch>.batches()
    private let mayRemember = Atomic(true)

    /// Something is remembered of what was decided; true as long as nobody knows.
    var remembers: Bool {
        get { mayRemember.load(ordering: .relaxed) }
        set { mayRemember.store(newValue, ordering: .relaxed) }
    }

    /// Nothing is on its way to the taker, who has time for what either may do. Where something is remembered it asks for it, and has more to do than the other.
    var isIdle: Bool { !remembers && batches.leavesTakerIdle }
}

extension FilePreparation {
    convenience init(
        categorizer: Categorizer, book: AccountBook, options: ImportOptions,
        for taker: PreparationTaker
    ) {
        self.init(
            categorizer: categorizer, book: book, options: options,
            isForMemory: { taker.remembers }, isTakerIdle: { taker.isIdle })
    }
}

extension ImportOptions {
    /// Rows come out the same by both, up to where somebody knows what is in the workspace.
    fileprivate func preparesAs(_ other: ImportOptions) -> Bool {
        reading == other.reading && account == other.account && country == other.country
    }
}
