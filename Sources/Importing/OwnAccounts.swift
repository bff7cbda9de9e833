import Deduplicating
import Facts
import Scanning
import Workspaces

/// The workspace's accounts by the numbers that other accounts' lines use.
struct OwnAccounts {
    private(set) var all: [Account] = []
    /// By ``OwnNumbers/key(_:)``.
    private var byNumber: [[UInt8]: UInt64] = [:]
    /// The last four digits of cards; nil if two accounts share them.
    private var byTail: [[UInt8]: UInt64?] = [:]
    private var numbered: Set<UInt64> = []
    /// By the names that another program's transfers may give.
    private var byName: [String: UInt64] = [:]
    private var kinds: [UInt64: AccountKind] = [:]
    /// The accounts with a word in their names that no kind of account has.
    private var byWord: [String: Set<UInt64>] = [:]
    /// Those with the name of an issuer of cards.
    private var issuers: Set<UInt64> = []

    struct Account {
        let name: String
        let hash: UInt64
        var keyAccount: UInt32 { LineKey.account(ofHash: hash) }
    }

    /// - Parameter names: of the accounts that have lines; repetitions are allowed.
    init(names: [String], book: AccountBook) {
        for name in names {
            let hash = LineIdentity.hash(ofAccount: name)
            if all.contains(where: { $0.hash == hash }) { continue }
            all.append(Account(name: name, hash: hash))
            enter(name, hash)
            kinds[hash] = book.kind(of: name)
        }
        for (alias, account) in book.aliases {
            enter(alias, LineIdentity.hash(ofAccount: account))
        }
        all.sort { $0.hash < $1.hash }
    }

    func name(_ hash: UInt64) -> String { all.first { $0.hash == hash }?.name ?? "" }

    private mutating func enter(_ name: String, _ hash: UInt64) {
        byName[Self.folded(name)] = hash
        for word in RepaymentWords.naming(in: name) {
            byWord[word, default: []].insert(hash)
            if RepaymentWords.isIssuer(word) { issuers.insert(hash) }
        }
        let bytes = Array(AccountBook.plain(name).utf8)
        if let number = OwnNumbers.key(bytes) {
            byNumber[number] = hash
            if bytes.count != Self.cardDigits { numbered.insert(hash) }
        }
        // People and banks group a card's digits: `5168 **** **** 4471`.
        guard let tail = Self.tail(of: bytes.filter { $0 != 0x20 }) else { return }
        if let known = byTail[tail], known != hash {
            byTail[tail] = .some(nil)
        } else {
            byTail[tail] = hash
        }
    }

    /// The line as a side of a transfer, nil if it is none.
    ///
    /// - Parameter isNamed: a line of that amount and day names this line's account.
    func side(
        _ identity: LineIdentity, _ fact: StatementFact, _ tendency: TransferTendency,
        isNamed: Bool = false
    ) -> TransferSide? {
        let (named, namesStranger) = mention(in: fact, of: identity.account)
        // Another program's user recorded a transfer: the line's other words do not matter.
        let isRecorded = !fact.transferAccount.isEmpty
        let isPaidOff =
            tendency == .refund && !fact.amount.isNegative && kinds[identity.account] == .loan
        guard
            let words = isRecorded || isPaidOff
                ? .own
                : tendency.words
                    ?? (named != 0
                        ? .transfer : isNamed && tendency == .otherwise ? .otherwise : nil)
        else { return nil }
        let (said, purpose, hinted) = repayment(fact, tendency, words, of: identity.account)
        return TransferSide(
            key: identity.key, account: identity.account, day: identity.day,
            second: identity.second, amount: fact.amount, original: fact.originalAmount,
            fee: fact.fee, named: named, namesStranger: namesStranger,
            isNumbered: numbered.contains(identity.account), words: said, purpose: purpose,
            hinted: hinted)
    }

    /// The words of a line that may pay a debt or confirm that it is paid, its purpose, and the
    /// account that it hints at.
    private func repayment(
        _ fact: StatementFact, _ tendency: TransferTendency, _ words: TransferSide.Words,
        of own: UInt64
    ) -> (TransferSide.Words, TransferSide.Purpose, hinted: UInt64) {
        if tendency == .recorded || !fact.transferAccount.isEmpty { return (words, .unknown, 0) }
        let kind = kinds[own] ?? .current
        if !fact.amount.isNegative {
            let isRepayment =
                switch tendency {
                // Whatever comes into a loan's account pays it off.
                case _ where kind == .loan: true
                case .debt: kind == .card
                case .own: kind != .savings && isRepayment(fact)
                default: false
                }
            if isRepayment { return (.own, .repayment, issuers.contains(own) ? own : 0) }
        } else if tendency == .debt || tendency == .own && isRepayment(fact) {
            return (words, .repayment, hint(in: fact, of: own))
        }
        return (words, tendency == .savings ? .savings : .unknown, 0)
    }

    private func isRepayment(_ fact: StatementFact) -> Bool {
        RepaymentWords.areIn(fact.description) || RepaymentWords.areIn(fact.memo)
    }

    private func hint(in fact: StatementFact, of own: UInt64) -> UInt64 {
        var found: Set<UInt64> = []
        var isStranger = false
        for text in [fact.description, fact.memo, fact.counterpartyName] where !text.isEmpty {
            for word in RepaymentWords.naming(in: text) {
                if let accounts = byWord[word] {
                    found.formUnion(accounts)
                } else if RepaymentWords.isIssuer(word) {
                    isStranger = true
                }
            }
        }
        found.remove(own)
        if found.isEmpty { return isStranger ? TransferSide.strangerHinted : 0 }
        return found.count == 1 ? found.first ?? 0 : 0
    }

    /// The other own account that the line names, 0 for none; and whether its counterparty's number
    /// is a stranger's.
    private func mention(
        in fact: StatementFact, of own: UInt64
    ) -> (named: UInt64, namesStranger: Bool) {
        if !fact.transferAccount.isEmpty, let found = byName[Self.folded(fact.transferAccount)],
            found != own
        {
            return (found, false)
        }
        let iban = Array(AccountBook.plain(fact.counterpartyIBAN).utf8)
        if let found = account(iban), found != own { return (found, false) }
        for text in [fact.description, fact.memo, fact.counterpartyName] where !text.isEmpty {
            var token: [UInt8] = []
            for byte in text.utf8 {
                if OwnNumbers.isOfNumber(byte) {
                    token.append(byte)
                    continue
                }
                if let found = account(token), found != own { return (found, false) }
                token.removeAll(keepingCapacity: true)
            }
            if let found = account(token), found != own { return (found, false) }
        }
        return (0, OwnNumbers.key(iban).map { byNumber[$0] == nil } ?? false)
    }

    private static func folded(_ name: String) -> String { AccountBook.plain(name).lowercased() }

    private func account(_ token: [UInt8]) -> UInt64? {
        guard token.count >= 5 else { return nil }
        if let number = OwnNumbers.key(token), let found = byNumber[number] { return found }
        return Self.tail(of: token).flatMap { byTail[$0] ?? nil }
    }

    // MARK: The form of numbers

    private static let cardDigits = 16

    /// The last four digits of a card: `*1234`, `5168****1234`, or all sixteen.
    private static func tail(of bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 5, bytes.suffix(4).allSatisfy(OwnNumbers.isDigit) else { return nil }
        let isMasked =
            bytes[bytes.count - 5] == UInt8(ascii: "*")
            && bytes.allSatisfy { OwnNumbers.isDigit($0) || $0 == UInt8(ascii: "*") }
        let isWhole = bytes.count == cardDigits && bytes.allSatisfy(OwnNumbers.isDigit)
        return isMasked || isWhole ? Array(bytes.suffix(4)) : nil
    }
}
