package import Scanning

/// An error in a rules file, and its place.
package struct RuleFault: Error, Sendable, Equatable {
    /// Stable: scripts and tests may rely on the raw values.
    package enum Kind: String, Sendable, CaseIterable {
        case notYAML = "rules-not-yaml"
        case notAList = "rules-not-a-list"
        case notAMapping = "rule-not-a-mapping"
        case unknownKey = "rule-unknown-key"
        case missingKey = "rule-missing-key"
        case notAText = "rule-value-not-a-text"
        /// The pattern is empty after folding.
        case emptyPattern = "rule-pattern-empty"
        case emptyValue = "rule-value-empty"
        case tooLong = "rule-text-too-long"
        case tooMany = "rules-too-many"
        case unknownCategory = "rule-category-unknown"
        case unknownCurrency = "rule-currency-unknown"
        case notANumber = "rule-number-wrong"
        case rangeUpsideDown = "rule-range-upside-down"
        case notAnMCC = "rule-mcc-wrong"
        case signUnknown = "rule-sign-unknown"
        case dayUnknown = "rule-day-wrong"
        case accountKindUnknown = "rule-account-kind-unknown"
        case regexWrong = "rule-regex-wrong"
        /// No linear automaton can match it.
        case regexUnsupported = "rule-regex-unsupported"
        case regexTooLarge = "rule-regex-too-large"
        case answerUnknown = "rule-answer-unknown"
        /// Each part needs a category and exactly one of amount, percent and rest.
        case partUnclear = "rule-part-unclear"
        /// Percentages without a rest sum to 100; amounts need a rest.
        case partsDoNotSum = "rule-parts-do-not-sum"
        /// Two effects of which only one can happen.
        case effectsExclude = "rule-effects-exclude"
        /// A transfer to an account with a category that is none of transfers.
        case notOfTransfers = "rule-category-not-of-transfers"
        case alwaysTrue = "rule-without-condition"
        case withoutEffect = "rule-without-effect"
        case nameTwice = "rule-name-twice"
    }

    package let kind: Kind
    package let file: String
    /// 1-based.
    package let line: Int
    /// 1-based, in Unicode scalars.
    package let column: Int
    /// The offending word as written; for ``Kind/missingKey`` the key.
    package let found: String
    /// Suggested corrections, nearest first.
    package let candidates: [String]
}

/// All faults of one rules file in file order; a file with a fault is not used.
package struct RuleFaults: Error, Sendable, Equatable {
    package let faults: [RuleFault]
    /// The YAML reader's error, if that is the fault.
    package let yaml: YAMLError.Problem?
}
