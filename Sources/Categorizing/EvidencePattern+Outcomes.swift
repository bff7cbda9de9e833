// Written by rules/calibrate.py; edit its priors, not this.

extension EvidencePattern {
    /// Chance in thousandths that the category is right: outcomes on labelled descriptors, and for
    /// memory on replayed households, smoothed. The comment is right/rows, each merchant with at
    /// most three rows, a household's subject with ten.
    var permille: Int {
        switch self {
        case .nameAndCode: 999  // 123/123
        case .nameAndKin: 998  // 52/52
        case .nameOfOtherLeaf: 792  // 2/2
        case .name: 989  // 119/119
        case .nameAgainstCode: 891  // 1/1
        case .nameAgainstWeakCode: 880  // 0/0
        case .looseName: 893  // 2/2
        case .looseNameWitnessed: 955  // 1/1
        case .bentName: 853  // 5/5
        case .bentNameWitnessed: 956  // 6/6
        case .foreignName: 905  // 7/8
        case .wordingAtStart: 989  // 12/12
        case .wording: 989  // 43/43
        case .refundWording: 821  // 3/4
        case .refund: 875  // 2/2
        case .refundOfWord: 682  // 1/1
        case .rentPaidIn: 636  // 1/1
        case .wordAtStartAndCode: 999  // 25/25
        case .wordAndCode: 993  // 13/13
        case .word: 955  // 49/51
        case .wordAgainstCode: 792  // 2/2
        case .wordAgainstWord: 660  // 0/0
        case .looseWord: 899  // 6/6
        case .weakNameWitnessed: 984  // 12/12
        case .weakName: 929  // 13/14
        case .weakWordWitnessed: 864  // 1/1
        case .weakWord: 835  // 31/36
        case .weakWordAgainstCode: 714  // 3/4
        case .code: 893  // 4/4
        case .sureCode: 895  // 8/9
        case .weakCode: 733  // 5/5
        case .treasury: 950  // 0/0
        case .cardNumber: 864  // 1/1
        case .fullName: 900  // 5/5
        case .personsWords: 600  // 0/0
        case .transferCode: 750  // 3/4
        case .soleTrader: 769  // 3/3
        case .bankCategory: 800  // 0/0
        case .weakBankCategory: 600  // 0/0
        case .bankName: 400  // 1/2
        case .bankTransfer: 773  // 1/1
        case .companyPays: 636  // 1/1
        case .shortName: 989  // 24/24
        case .nameOfRegister: 988  // 12/12
        case .borderName: 989  // 65/65
        case .nameAgainstWord: 600  // 0/1
        case .wordBeforeName: 800  // 0/0
        case .wordAtStart: 989  // 81/81
        case .shortWordAtStart: 972  // 15/15
        case .rememberedOnce: 997  // 376/376
        case .rememberedOfMany: 892  // 17/21
        case .rememberedTwice: 996  // 108/108
        case .rememberedThrice: 997  // 44/44
        case .rememberedOften: 999  // 190/190
        case .rememberedOfAccount: 926  // 3/4
        case .rememberedOfAmount: 880  // 0/0
        case .rememberedOfAmounts: 996  // 51/51
        case .rememberedMostly: 797  // 0/2
        case .rememberedShaken: 750  // 0/0
        case .rememberedTurned: 800  // 0/0
        case .rememberedMoved: 990  // 0/0
        case .rememberedMixed: 524  // 29/51
        case .habitOfName: 950  // 0/0
        case .habitOfNameAgainst: 516  // 1/1
        case .habitOfNameOften: 950  // 0/0
        case .habitOfWord: 904  // 17/18
        case .habitOfWordOften: 934  // 11/11
        case .habitMostly: 910  // 0/0
        case .habitMixed: 484  // 0/1
        case .habitOfCategory: 758  // 1/3
        case .nameOfUsualCategory: 996  // 33/33
        case .wordsOnce: 469  // 9/18
        case .wordsOften: 710  // 1/1
        case .wordsMixed: 419  // 1/1
        }
    }
}
