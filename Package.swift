// swift-tools-version: 6.2
import PackageDescription

// One target per room (ARCHITECTURE.md). Imports go down only; the build refuses an import that is
// not declared here.

// A later compiler may warn of what this one accepts: that stops nobody but CI.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .strictMemorySafety(),
        // As in a release: metadata of generic types comes from calls that the compiler wrote down,
        // not from names read at each start: a tenth of the instructions of `list`, which tests
        // start thousands of times.
        .unsafeFlags(
            ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
            .when(configuration: .debug)),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// Where the tests' time went: optimised in debug builds too, with their assertions. The other rooms
// take longer to optimise than the tests then save.
let hot: Set = [
    "Facts", "Scanning", "Reading", "Tables", "Categorizing", "Deduplicating", "Pending",
    "Reviewing",
]
let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

// The commit that `kopiyka --version` says; `make release` gives it, and a tarball need not.
let commit = (Context.environment["KOPIYKA_COMMIT"] ?? "")
    .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }

func room(_ name: String, on floorsBelow: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: floorsBelow, path: "Sources/\(name)", exclude: ["README.md"],
        swiftSettings: hot.contains(name) ? strict + optimised : strict)
}

func tests(of name: String, with others: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestKit"] + others,
        path: "Tests/\(name)Tests", swiftSettings: strict)
}

let package = Package(
    name: "kopiyka",
    products: [.executable(name: "kopiyka", targets: ["kopiyka"])],
    targets: [
        // The front door and the hall.
        .executableTarget(
            name: "kopiyka", dependencies: ["Commands"], path: "Sources/kopiyka",
            swiftSettings: strict),
        room(
            "Commands",
            on: [
                "Facts", "Scanning", "Saving", "Reading", "Tables", "Opening", "Normalizing",
                "Categorizing",
                "Deduplicating", "Pending", "Ledger", "Workspaces", "Importing", "Reviewing",
                "Reports", "Planning", "Pages", "Screen", "CBuild",
            ]),

        // Who joins rooms.
        room(
            "Importing",
            on: [
                "Facts", "Scanning", "Saving", "Reading", "Tables", "Opening", "Normalizing",
                "Categorizing",
                "Deduplicating", "Pending", "Ledger", "Workspaces",
            ]),
        room(
            "Reviewing",
            on: [
                "Facts", "Scanning", "Categorizing", "Pending", "Ledger", "Workspaces",
            ]),
        room("Pages", on: ["Facts", "Reports"]),
        room("Planning", on: ["Facts", "Scanning", "Reading", "Documents", "Reports"]),
        room("Reports", on: ["Facts", "Scanning", "Ledger"]),
        room("Workspaces", on: ["Facts", "Scanning", "Saving", "Pending", "Ledger"]),

        // The rooms, in the order money walks.
        room("Normalizing", on: ["Facts", "Scanning"]),
        room("Categorizing", on: ["Facts", "Scanning"]),
        room("Deduplicating", on: ["Facts", "Scanning"]),
        room("Pending", on: ["Facts", "Scanning", "Saving"]),
        room("Ledger", on: ["Facts", "Scanning", "Saving", "CSQLite", "CZstd"]),

        // Bytes of files to statement lines: formats by kind, and what they share.
        room(
            "Opening",
            on: ["Facts", "Scanning", "Reading", "Tables", "Documents", "Regional"]),
        room("Documents", on: ["Facts", "Scanning", "Reading", "Tables"]),
        room("Tables", on: ["Facts", "Scanning", "Reading"]),
        room("Regional", on: ["Facts", "Scanning", "Reading"]),
        room("Reading", on: ["Facts", "Scanning"]),

        // Ground floor.
        room("Facts", on: ["CRules"]),
        room(
            "Scanning", on: ["Facts", "CScan", "CRules", "CLibXML2", "CLibYAML", "CSpawn", "CZlib"]),
        room("Saving", on: ["Facts", "Scanning", "CWatch"]),
        room("Screen", on: ["Scanning", "CNcurses"]),

        // C: header-only shims, embedded data, and one library each.
        .target(
            name: "CNcurses", path: "Sources/CNcurses",
            // The archives of libncurses-dev: one program in a hundred starts draws a screen, the
            // others must not load it.
            linkerSettings: [.linkedLibrary(":libncursesw.a"), .linkedLibrary(":libtinfo.a")]),
        .target(
            name: "CBuild", path: "Sources/CBuild",
            cSettings: [.define("KOPIYKA_COMMIT", to: "\"\(commit)\"")]),
        .target(name: "CScan", path: "Sources/CScan"),
        .target(name: "CRules", path: "Sources/CRules"),
        .target(name: "CSpawn", path: "Sources/CSpawn"),
        .target(name: "CWatch", path: "Sources/CWatch"),
        .target(
            name: "CLibXML2", path: "Sources/CLibXML2",
            // libxml2's headers, not the library: it is opened when the first XML comes.
            cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
        .systemLibrary(name: "CLibYAML", path: "Sources/CLibYAML"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite"),
        .systemLibrary(name: "CZstd", path: "Sources/CZstd"),

        // Proofs.
        .target(
            name: "TestKit",
            dependencies: ["Facts", "Scanning", "Reading", "Regional", "Opening", "CZlib"],
            path: "Tests/TestKit",
            swiftSettings: strict),
        tests(of: "Facts"),
        tests(of: "Scanning"),
        tests(of: "Saving"),
        .testTarget(
            name: "ReadersTests",
            dependencies: [
                "Facts", "Scanning", "Reading", "Tables", "Documents", "Regional", "Opening",
                "TestKit",
            ],
            path: "Tests/ReadersTests", swiftSettings: strict),
        tests(of: "Normalizing", with: ["Facts", "Scanning"]),
        tests(of: "Categorizing", with: ["Facts", "Scanning"]),
        tests(of: "Deduplicating", with: ["Facts", "Scanning"]),
        tests(of: "Pending", with: ["Facts", "Scanning", "Saving"]),
        tests(of: "Ledger", with: ["Facts", "Scanning", "Saving", "CSQLite"]),
        tests(
            of: "Workspaces",
            with: ["Facts", "Scanning", "Saving", "Pending", "Ledger", "CSQLite"]),
        tests(
            of: "Importing",
            with: [
                "Facts", "Scanning", "Saving", "Reading", "Tables", "Opening", "Normalizing",
                "Categorizing",
                "Deduplicating", "Ledger", "Pending", "Workspaces", "CSQLite",
            ]),
        tests(
            of: "Reviewing",
            with: ["Facts", "Scanning", "Categorizing", "Pending", "Ledger", "Workspaces"]),
        tests(of: "Screen", with: ["Scanning"]),
        tests(of: "Reports", with: ["Facts", "Scanning", "Ledger"]),
        tests(of: "Planning", with: ["Facts", "Scanning", "Reports"]),
        tests(of: "Pages", with: ["Facts", "Reports"]),
        tests(
            of: "Commands",
            with: [
                "Facts", "Scanning", "Saving", "Pending", "Categorizing", "Ledger", "Workspaces",
                "Deduplicating", "Reports", "Planning", "Pages", "Reviewing", "Screen", "Tables",
                "Opening",
            ]),
        .target(
            name: "SoakKit",
            dependencies: [
                "Facts", "Scanning", "Saving", "Categorizing", "Deduplicating", "Pending",
                "Ledger", "Workspaces", "Importing", "TestKit",
            ],
            path: "Tests/Soak/SoakKit", swiftSettings: strict),
        .executableTarget(
            name: "soak", dependencies: ["SoakKit"], path: "Tests/Soak/Soak",
            swiftSettings: strict),
        .testTarget(
            name: "SoakTests", dependencies: ["SoakKit", "TestKit"], path: "Tests/Soak/SoakTests",
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["kopiyka", "CSQLite", "Scanning", "TestKit"],
            path: "Tests/EndToEndTests",
            swiftSettings: strict),
    ],
    cLanguageStandard: .c2x
)

// Fuzzers are built only when asked for (`make fuzz`): they need the sanitizers' run-time.
if Context.environment["KOPIYKA_FUZZ"] != nil {
    let readers: [Target.Dependency] = [
        "Facts", "FuzzKit", "Reading", "Tables", "Documents", "Regional", "Opening",
    ]
    package.targets.append(
        .target(
            name: "FuzzKit", dependencies: ["Facts", "Reading", "Scanning"],
            path: "Tests/Fuzz/FuzzKit", swiftSettings: strict))
    let doors: [(name: String, rooms: [Target.Dependency])] = [
        ("FuzzOFXSGML", readers), ("FuzzOFXXML", readers), ("FuzzMonobankJSON", readers),
        ("FuzzCSV", readers), ("FuzzRecords", readers), ("FuzzCAMT", readers),
        ("FuzzMT940", readers), ("FuzzQIF", readers), ("FuzzTexts", readers),
        ("FuzzSheets", readers), ("FuzzJournal", readers),
        ("FuzzQueueLine", ["Facts", "Pending", "Scanning"]),
        ("FuzzRules", ["Categorizing"]), ("FuzzSettings", ["Workspaces"]),
        ("FuzzHoldings", ["Facts", "Planning"]),
        ("FuzzQuickEntry", ["Facts", "Reviewing"]),
    ]
    for (name, rooms) in doors {
        package.targets.append(
            .executableTarget(
                name: name, dependencies: rooms,
                path: "Tests/Fuzz/\(name)",
                swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
        package.products.append(.executable(name: name, targets: [name]))
    }
}
