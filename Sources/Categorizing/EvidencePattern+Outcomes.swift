// Written by rules/calibrate.py; edit its priors, not this.

extension EvidencePattern {
    /// Chance in thousandths that the category is right: outcomes on labelled descriptors, and for memory on replayed households,
    /// smoothed. The comment is right/rows, each merchant with at most three rows, a household's subject with ten.
    var permille: Int {
        switch self {
        case .nameAndCode: 999  // 123/123
        case .nameAndKin: 995  // 52/52
        case .nameOfOtherLeaf: 766  // 2/2
        case .name: 989  // 119/119
        case .nameAgainstCode: 880  // 0/0
        case .looseName: 880  // 2/2
        case .looseNameWitnessed: 952  // 1/1
        case .bentName: 811  // 5/5
        case .bentNameWitnessed: 942  // 6/6
        case .foreignName: 904  // 7/8
        case .wordingAtStart: 989  // 12/12
        case .wording: 988  // 43/43
        case .refundWording: 838  // 3/4
        case .refund: 859  // 2/2
        case .refundOfWord: 661  // 1/1
        case .wordAtStartAndCode: 992  // 25/25
        case .wordAndCode: 990  // 14/14
        case .word: 949  // 49/51
        case .wordAgainstCode: 766  // 2/2
        case .looseWord: 882  // 7/7
        case .weakNameWitnessed: 974  // 12/12
        case .weakName: 929  // 13/14
        case .weakWordWitnessed: 855  // 1/1
        case .weakWord: 792  // 31/36
        case .weakWordAgainstCode: 706  // 3/4
        case .code: 864  // 3/3
        case .sureCode: 897  // 8/9
        case .weakCode: 657  // 5/5
        case .treasury: 950  // 0/0
        case .cardNumber: 855  // 1/1
        case .fullName: 871  // 5/5
        case .personsWords: 600  // 0/0
        case .transferCode: 750  // 3/4
        case .soleTrader: 727  // 3/3
        case .bankCategory: 800  // 0/0
        case .weakBankCategory: 600  // 0/0
        case .bankName: 388  // 1/2
        case .bankTransfer: 758  // 1/1
        case .companyPays: 613  // 1/1
        case .shortName: 989  // 24/24
        case .nameOfRegister: 988  // 12/12
        case .borderName: 981  // 65/65
        case .nameAgainstWord: 639  // 0/1
        case .wordBeforeName: 800  // 0/0
        case .wordAtStart: 989  // 81/81
        case .shortWordAtStart: 951  // 16/16
        case .rememberedOnce: 997  // 377/377
        case .rememberedOfMany: 892  // 17/21
        case .rememberedTwice: 996  // 109/109
        case .rememberedThrice: 997  // 64/64
        case .rememberedOften: 999  // 195/195
        case .rememberedOfAccount: 926  // 3/4
        case .rememberedOfAmount: 910  // 10/10
        case .rememberedOfAmounts: 996  // 51/51
        case .rememberedMostly: 797  // 0/2
        case .rememberedShaken: 750  // 0/0
        case .rememberedTurned: 800  // 0/0
        case .rememberedMoved: 990  // 0/0
        case .rememberedMixed: 543  // 26/42
        case .habitOfName: 950  // 0/0
        case .habitOfNameAgainst: 471  // 1/4
        case .habitOfNameOften: 950  // 0/0
        case .habitOfWord: 906  // 18/19
        case .habitOfWordOften: 932  // 10/10
        case .habitMostly: 910  // 0/0
        case .habitMixed: 484  // 0/1
        case .habitOfCategory: 812  // 2/2
        case .nameOfUsualCategory: 996  // 30/30
        case .wordsOnce: 436  // 7/17
        case .wordsOften: 700  // 0/0
        case .wordsMixed: 419  // 1/1
        }
    }
}
