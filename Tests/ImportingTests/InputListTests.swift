import Glibc
import Importing
import Testing

@Suite struct `A list of inputs` {
    @Test func `goes through folders in the byte order of names`() throws {
        let household = try Household()
        for name in ["b.csv", "a/z.csv", "a/deep/er/y.csv", "B.csv", "а.csv", "a.csv"] {
            household.write("x", to: "in/" + name)
        }
        let root = household.folder + "/in"
        let inputs = InputList(paths: [root], inbox: root)
        #expect(InputList(paths: [root]).files.allSatisfy { $0.folder.isEmpty })
        let names = inputs.files.map { $0.path.dropFirst(household.folder.count + 4) }
        #expect(names == ["B.csv", "a/deep/er/y.csv", "a/z.csv", "a.csv", "b.csv", "а.csv"])
        #expect(inputs.files.map(\.folder) == ["", "a", "a", "", "", ""])
        #expect(inputs.files[1].name == "y.csv")
        #expect(inputs.files.allSatisfy { $0.sizeBytes == 1 })
        #expect(inputs.problems.isEmpty)
    }

    @Test func `tells files of one name apart by as many folders as it takes`() throws {
        let household = try Household()
        for name in [
            "2026-03/black.csv", "2026-04/black.csv", "2026-04/white.csv", "a/x/1", "b/x/1",
        ] {
            household.write("x", to: "in/" + name)
        }
        let root = household.folder + "/in"
        let all = ["2026-03/black.csv", "2026-04/black.csv", "white.csv", "a/x/1", "b/x/1"]
        #expect(InputList(paths: [root]).files.map(\.name) == all)
        let one = root + "/2026-03/black.csv"
        #expect(InputList(paths: [one, one]).files.map(\.name) == ["black.csv", "black.csv"])
    }

    @Test func `passes over hidden and unfinished files`() throws {
        let household = try Household()
        for name in [
            ".hidden.csv", ".git/a.csv", "a.csv.part", "b.crdownload", "c.csv~", "d.tmp", "e.csv",
        ] {
            household.write("x", to: "in/" + name)
        }
        #expect(InputList(paths: [household.folder + "/in"]).files.map(\.name) == ["e.csv"])
    }

    @Test func `passes over what office programs, editors and Windows leave`() throws {
        let household = try Household()
        let leftovers = [
            "~$book.xlsx", "#a.csv#", "desktop.ini", "Thumbs.db", "ehthumbs.db", "EHTHUMBS.DB",
            ".DS_Store", ".~lock.x.ods#", "x.csv~", "x.csv.part", "x.csv.PART", "x.Crdownload",
            "X.TMP", "._x.csv",
        ]
        for name in leftovers + [".#a.csv", "#1.csv", "tmp", "part.csv"] {
            household.write("x", to: "in/" + name)
        }
        let folder = household.folder + "/in"
        let found = InputList(paths: [folder])
        #expect(found.files.map(\.name) == ["#1.csv", "part.csv", "tmp"])
        #expect(found.problems.isEmpty && found.passedOver.isEmpty)
        // Named, they are said to be passed over; a hidden statement that is named is read.
        let named = leftovers.map { folder + "/" + $0 }
        let list = InputList(paths: named + [folder + "/.#a.csv"])
        #expect(list.passedOver == named)
        #expect(list.files.map(\.name) == [".#a.csv"] && list.problems.isEmpty)
    }

    @Test func `does not follow links inside folders, but takes one that is named`() throws {
        let household = try Household()
        let inbox = household.folder + "/in"
        let file = household.write("x", to: "elsewhere/secret.csv")
        household.write("x", to: "in/own.csv")
        #expect(unsafe symlink(file, inbox + "/link.csv") == 0)
        #expect(unsafe symlink(household.folder + "/elsewhere", inbox + "/dir") == 0)
        #expect(unsafe symlink("..", inbox + "/round") == 0)
        let inputs = InputList(paths: [inbox])
        #expect(inputs.files.map(\.name) == ["own.csv"])
        #expect(
            inputs.problems
                == ["dir", "link.csv", "round"].map { InputProblem(path: inbox + "/" + $0, .link) })
        #expect(InputList(paths: [inbox + "/link.csv"]).files.map(\.name) == ["link.csv"])
        #expect(InputList(paths: [inbox + "/dir"]).files.map(\.name) == ["secret.csv"])
    }

    @Test func `ends at a depth`() throws {
        let household = try Household()
        household.write("x", to: "in/" + String(repeating: "d/", count: 40) + "lost.csv")
        household.write("x", to: "in/d/d/found.csv")
        let inputs = InputList(paths: [household.folder + "/in"])
        #expect(inputs.files.map(\.name) == ["found.csv"])
        #expect(inputs.problems.map(\.reason) == [.tooDeep])
    }

    @Test func `names what is no file and what has no name in letters`() throws {
        let household = try Household()
        let inbox = household.folder + "/in"
        household.write("x", to: "in/own.csv")
        #expect(unsafe mkfifo(inbox + "/pipe.csv", 0o600) == 0)
        var name = Array((inbox + "/a").utf8CString.dropLast()) + [CChar(bitPattern: 0xD1), 0]
        #expect(unsafe creat(&name, 0o600) >= 0)
        let inputs = InputList(paths: [inbox])
        #expect(inputs.files.map(\.name) == ["own.csv"])
        #expect(
            inputs.problems == [
                InputProblem(path: inbox + "/a\\xd1", .nameNotText),
                InputProblem(path: inbox + "/pipe.csv", .special),
            ])
    }

    @Test func `names what is not there and keeps the order given`() throws {
        let household = try Household()
        let b = household.write("x", to: "b.csv")
        let a = household.write("x", to: "a.csv")
        let missing = household.folder + "/missing.csv"
        let inputs = InputList(paths: [b, missing, "-", a])
        #expect(inputs.files.map(\.path) == [b, "-", a])
        #expect(inputs.problems.map(\.path) == [missing])
        #expect(inputs.problems.map(\.reason) == [.notThere])
    }
}
