internal import Scanning

/// Finds an own account in a transfer's words: «зі своєї картки», "to my account", «rachunek
/// własny».
///
/// A word for "own" beside a word for an account, in any case and order; a word for the kind of
/// account may stand between. «своїй мамі на картку» and "my friend's card" have other words there.
internal struct OwnTransfer {
    /// The bytes of the words in the folded text; nil if there are none.
    static func find(in folded: Span<UInt8>) -> Range<Int>? {
        let tokens = TokenizedText(folded)
        for index in 0..<tokens.count {
            if isOne(of: selves, tokens[index], folded) { return tokens[index].range }
            guard isOne(of: ownWords, tokens[index], folded) else { continue }
            for step in [1, 2, -1, -2] {
                let other = index + step
                guard (0..<tokens.count).contains(other),
                    isOne(of: accounts, tokens[other], folded),
                    abs(step) == 1 || isOne(of: kinds, tokens[index + step / 2], folded)
                else { continue }
                return tokens.bytes(of: min(index, other)..<(max(index, other) + 1))
            }
        }
        return nil
    }

    /// Words, or beginnings of words with a `*`.
    private struct Words {
        var whole: Set<[UInt8]> = []
        var beginnings: [[UInt8]] = []

        init(_ text: String) {
            for word in text.split(separator: " ") {
                if word.last == "*" {
                    beginnings.append(Array(word.dropLast().utf8))
                } else {
                    whole.insert(Array(word.utf8))
                }
            }
        }
    }

    private static func isOne(
        of words: Words, _ token: TokenizedText.Token, _ folded: Span<UInt8>
    ) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(token.range.count)
        for index in token.range { bytes.append(folded[index]) }
        return words.whole.contains(bytes)
            || words.beginnings.contains { bytes.starts(with: $0) }
    }

    /// In the languages of the tables' words for transfers. Folded: without diacritics.
    private static let ownWords = Words(
        """
        свій своя своє свої свого своєї своєму своїй своїм своїх своїми свою мій моя моє мої мого \
        моєї моєму моїй моїм моїх моїми мою власн* свой свое свои своего своей своему своем своим \
        своих своими мой мое мои моего моей моему моем моим моих моими собственн* svii svoia svoie \
        svoi svoho svoiei svoiemu svoiu svoikh svoimy moiei moiu vlasn* own my moj moje moja mojego \
        mojej moim moich swoj swoje swoja swojego swojej swoim swoich wlasn* muj svuj sveho eigen \
        eigene eigenem eigenen eigener eigenes mein meine meinem meinen meiner mon ma mes propre \
        propres mi mis propio propia propios propias mio mia miei mie proprio propria propri \
        proprie minha minhas meu meus propriul proprii kendi mijn vlastn*
        """)

    private static let accounts = Words(
        """
        картк* карта карту карти карт карткою картою карток карты карте картой карточк* рахунок \
        рахунк* счет счета счету счетом счетов счетами kartk* kartu rakhun* card cards account \
        accounts acct checking rachunek rachunk* konto konta kontem koncie kont karta karte karty \
        karcie ucet uctu ucty uctem konten carte compte comptes cuenta cuentas tarjeta conto conti \
        carta conta contas cont contul conturi hesap* hesab* rekening rekeningen
        """)

    /// May stand between: «власний поточний рахунок», "my savings account".
    private static let kinds = Words(
        """
        іншої іншу інший другу другой поточн* кредитн* дебетов* картков* зарплатн* гривнев* \
        валютн* доларов* євров* ощадн* накопичувальн* текущ* зарплатную current savings checking \
        other credit debit bank main joint second biezac* oszczedn* girokonto courant
        """)

    private static let selves = Words("собі себе самому самій sobi sebi self myself sobie sebe")
}
