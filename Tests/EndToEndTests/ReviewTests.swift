import Glibc
import Scanning
import TestKit
import Testing

private func session(_ money: Money, _ more: String...) -> TerminalSession {
    TerminalSession(["--lang", "en", "--workspace", money.workspace, "review"] + more)
}

/// The review on a real terminal. Groups by expected cost: the unheard-of shop, two coffees, Фора,
/// Bolt, the salary.
@Suite(.serialized) struct `The review screen` {
    @Test func `decides by keys, is undone by undo, and gives the terminal back`() throws {
        let money = Money()
        let before = money.dump
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        #expect(!screen.isSane)
        screen.type("s\rdu")
        #expect(screen.wait(for: "undone"))
        screen.type("q")
        #expect(screen.finish() == 0)
        #expect(screen.text.contains("Saved: 2 approved, 0 dismissed, 4 left."))
        #expect(screen.text.contains("\u{1B}[?1049l"))
        #expect(screen.isSane)
        #expect(try money.categories() == ["Aroma Kava": "eating_out.coffee"])
        #expect(money.run("undo").code == 0)
        #expect(money.dump == before)
    }

    @Test func `draws anew when the window changes`() {
        let money = Money()
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.resize(rows: 40, columns: 140)
        screen.type("?")
        #expect(screen.wait(for: "dismiss for good"))
        screen.type("xq")
        #expect(screen.finish() == 0)
    }

    @Test(arguments: [SIGHUP, SIGTERM, SIGINT, SIGQUIT])
    func `keeps what was decided when a signal ends it, and the terminal is sane`(
        signal: Int32
    ) throws {
        let money = Money()
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.type("s\r")
        #expect(screen.wait(for: "2 lines approved"))
        screen.send(signal)
        #expect(screen.finish() == 0)
        #expect(screen.isSane)
        #expect(try money.lines(in: "ledger").count == 2)
        #expect(money.run("check").code == 0)
    }

    @Test func `keeps what was decided when the window is closed`() throws {
        let money = Money()
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.type("s\r")
        #expect(screen.wait(for: "2 lines approved"))
        // Results have nowhere to go: 74, never a signal.
        #expect([0, 74].contains(screen.hangUp()))
        #expect(try money.lines(in: "ledger").count == 2)
        #expect(money.run("check").code == 0)
    }

    /// What a kill right behind the words leaves to the next start: the queue's rename, and an
    /// index of the queue before.
    @Test func `keeps what was shown as decided when it is killed, and begins anew`() throws {
        let money = Money()
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.type("s\r")
        #expect(screen.wait(for: "2 lines approved"))
        screen.send(SIGKILL)
        #expect(screen.finish() != 0)
        let again = session(money)
        #expect(again.wait(for: "quit"))
        again.type("q")
        #expect(again.finish() == 0)
        #expect(again.text.contains("Saved: 0 approved, 0 dismissed, 4 left."))
        #expect(try money.lines(in: "ledger").count == 2)
        #expect(money.run("check").code == 0)
    }

    @Test func `gives the terminal back before a fault of its own ends it`() {
        let money = Money()
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.send(SIGABRT)
        #expect(screen.finish() == -SIGABRT)
        #expect(screen.text.contains("\u{1B}[?1049l"))
        #expect(screen.isSane)
    }

    @Test func `makes a rule, and takes it back`() throws {
        let money = Money()
        let before = money.dump
        let screen = session(money)
        #expect(screen.wait(for: "quit"))
        screen.type("w\r")
        #expect(screen.wait(for: "The rule matches 1 line"))
        screen.type("\r")
        #expect(screen.wait(for: "rule written"))
        let rule = try money.rule()
        #expect(rule.contains("words: [\"нечувана крамниця\"], sign: out"))
        screen.type("u")
        #expect(screen.wait(for: "undone"))
        screen.type("q")
        #expect(screen.finish() == 0)
        #expect(try money.rule() == "")
        #expect(money.dump == before)
    }
}

/// The same answers through every door.
@Suite(.serialized) struct `The same decisions` {
    /// Decided as everywhere below: the shop is pets, the coffees are right with a note, Фора is
    /// split, Bolt is dismissed, the salary waits.
    private func json(_ money: Money) throws -> [String] {
        let aroma = try money.objects("dump").filter { $0["description"]?.text == "Aroma Kava" }
            .compactMap { $0["key"]?.text }
        let shop = try money.key(of: "Нечувана крамниця")
        let fora = try money.key(of: "Фора")
        let bolt = try money.key(of: "Bolt")
        let notes = aroma.map {
            "{\"key\":\"\($0)\",\"decision\":{\"action\":\"approve\",\"note\":\"with Ann\"}}"
        }
        return [
            "{\"key\":\"\(shop)\",\"decision\":{\"action\":\"approve\",\"category\":\"pets\"}}",
            notes.joined(separator: "\n"),
            "{\"key\":\"\(fora)\",\"decision\":{\"action\":\"approve\",\"splits\":[{\"category\":\"groceries\","
                + "\"amount\":\"-60.50\"},{\"category\":\"pets\",\"amount\":\"-40.00\"}]}}",
            "{\"key\":\"\(bolt)\",\"decision\":{\"action\":\"dismiss\"}}",
        ]
    }

    @Test func `on the screen, line by line, in the editor and as JSON leave the same ledger`()
        throws
    {
        let byJSON = Money()
        let text = try json(byJSON).joined(separator: "\n") + "\n"
        #expect(byJSON.run("review", "--decisions", "-", input: text).code == 0)
        let wanted = timeless(byJSON)
        #expect(try byJSON.lines(in: "ledger").count == 4)

        let onScreen = Money()
        let screen = session(onScreen)
        #expect(screen.wait(for: "quit"))
        screen.type("cpets\r")
        #expect(screen.wait(for: "1 line approved"))
        screen.type("nwith Ann\r")
        #expect(screen.wait(for: "2 lines edited"))
        screen.type("\r")
        #expect(screen.wait(for: "2 lines approved"))
        screen.type("xgroceries 60.50; pets\rd")
        #expect(screen.wait(for: "dismissed"))
        screen.type("q")
        #expect(screen.finish() == 0)
        #expect(timeless(onScreen) == wanted)

        let byLine = Money()
        let answers = "c pets\nnote with Ann\n\nsplit groceries 60.50; pets\nd\nq\n"
        #expect(byLine.run("review", input: answers).code == 0)
        #expect(timeless(byLine) == wanted)

        let edited = Money()
        let outcome = edit(
            edited,
            """
            s/^wait *([0-9]+) .*(\\| .*Нечувана.*)/ok \\1 pets \\2/;
            s/^wait( .*Aroma.*)/ok\\1 | note: with Ann/;
            s/^wait( .*Фора.*)/ok\\1 | split: groceries 60.50; pets/;
            s/^wait( .*Bolt.*)/drop\\1/
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(timeless(edited) == wanted)
    }

    /// Payee, tags and another account, which the decisions above leave out.
    @Test func `of the other kinds leave the same ledger through every door too`() throws {
        func money() -> Money {
            let money = Money()
            #expect(money.run("accounts", "add", "jar").code == 0)
            return money
        }
        let byJSON = money()
        let shop = try byJSON.key(of: "Нечувана крамниця")
        let coffees = try byJSON.objects("dump").filter { $0["description"]?.text == "Aroma Kava" }
            .compactMap { $0["key"]?.text }
        let text =
            #"{"key":"\#(shop)","decision":{"action":"approve","category":"transfers.own","transfer_to":"jar"}}"#
            + coffees.map {
                "\n"
                    + #"{"key":"\#($0)","decision":{"action":"approve","payee":"Кава","tags":["work","city"]}}"#
            }.joined() + "\n"
        #expect(byJSON.run("review", "--decisions", "-", input: text).code == 0)
        let wanted = timeless(byJSON)
        let listed = try byJSON.objects("list", "--json")
        #expect(listed.count { $0["payee"]?.text == "Кава" } == 2)
        #expect(listed.count { $0["transfer_to"]?.text == "jar" } == 1)

        let onScreen = money()
        let screen = session(onScreen)
        #expect(screen.wait(for: "quit"))
        screen.type("m\r")
        #expect(screen.wait(for: "1 line approved"))
        // The payee that is there goes first.
        screen.type("p\u{15}Кава\r")
        #expect(screen.wait(for: "2 lines edited"))
        screen.type("kwork, city\r\rq")
        #expect(screen.finish() == 0)
        #expect(timeless(onScreen) == wanted)

        let byLine = money()
        let answers = "to jar\npayee Кава\ntags work, city\n\nq\n"
        let said = byLine.run("review", input: answers)
        #expect(said.code == 0)
        #expect(timeless(byLine) == wanted, "\(said.output)")

        let edited = money()
        let outcome = edit(
            edited,
            """
            s/^wait *([0-9]+) [^|]*(\\| .*Нечувана.*)/ok \\1 transfers.own \\2 | to: jar/;
            s/^wait( .*Aroma.*)/ok\\1 | payee: Кава | tags: work, city/
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(timeless(edited) == wanted)
    }

    @Test func `that make a rule leave the same rule and ledger on the screen and line by line`()
        throws
    {
        let onScreen = Money()
        let screen = session(onScreen)
        #expect(screen.wait(for: "quit"))
        screen.type("sw\r\r")
        #expect(screen.wait(for: "rule"))
        screen.type("q")
        #expect(screen.finish() == 0)
        let byLine = Money()
        #expect(byLine.run("review", input: "s\nalways\ny\nq\n").code == 0)
        #expect(try onScreen.rule().contains("aroma kava"))
        #expect(try onScreen.rule() == byLine.rule())
        #expect(timeless(onScreen) == timeless(byLine))
        #expect(try onScreen.lines(in: "ledger").count == 2)
    }

    @Test func `that make a rule are undone and redone with it`() throws {
        let money = Money()
        let before = timeless(money)
        #expect(money.run("review", input: "s\nalways\ny\nq\n").code == 0)
        let (rule, after) = (try money.rule(), timeless(money))
        #expect(rule.contains("aroma kava"))
        #expect(money.run("undo").code == 0)
        #expect(try money.rule().isEmpty)
        #expect(timeless(money) == before)
        #expect(money.run("redo").code == 0)
        #expect(try money.rule() == rule)
        #expect(timeless(money) == after)
        // In the review itself too, and a rule of before stays.
        #expect(money.run("undo").code == 0)
        let mine = "- name: mine\n  when: {words: [\"нечувана\"]}\n  then: {category: pets}\n"
        money.folder.write(mine, to: "money/rules/made.yaml")
        let reviewed = money.run("review", input: "s\nalways\ny\nu\nr\nu\nq\n")
        #expect(reviewed.code <= 1, "\(reviewed.errors)")
        #expect(try money.rule() == mine)
        #expect(money.run("check").code == 0)
    }

    @Test func `that make a rule may narrow it line by line`() throws {
        let money = Money()
        let outcome = money.run("review", "--lang", "en", input: "s\nalways\nd\n=\n=\ny\nq\n")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("the whole description"), "\(outcome.output)")
        #expect(try money.rule().contains("exact: [\"aroma kava\"], sign: out"))
        #expect(money.run("rules", "test").code == 0)
        #expect(money.run("check").code == 0)
    }

    @Test func `by answers beside the groups leave the ledger that JSON leaves, a command a key`()
        throws
    {
        let byJSON = Money()
        func decision(_ key: String, _ more: String = "") -> String {
            "{\"key\":\"\(key)\",\"decision\":{\"action\":\"approve\"\(more)}}\n"
        }
        let pets = ",\"category\":\"pets\""
        let first = decision(try byJSON.key(of: "Нечувана крамниця"), pets)
        let second = decision(try byJSON.key(of: "Bolt"), pets)
        #expect(byJSON.run("review", "--decisions", "-", input: first).code == 0)
        let afterFirst = timeless(byJSON)
        #expect(byJSON.run("review", "--decisions", "-", input: second).code == 0)

        let onScreen = Money()
        let screen = session(onScreen, "--answers")
        #expect(screen.wait(for: "Enter all shown"))
        screen.type("A/pets\r")
        #expect(screen.wait(for: "Pets: 1 line approved"))
        // Its letter is the one that it had before the first answer.
        screen.type("D/pets\r")
        #expect(screen.wait(for: "Bolt → Pets: 1 line approved"))
        screen.send(SIGTERM)
        #expect(screen.finish() == 0)
        #expect(timeless(onScreen) == timeless(byJSON))
        #expect(onScreen.run("undo").code == 0)
        #expect(timeless(onScreen) == afterFirst)
    }

    /// The dump without the moment of the import.
    private func timeless(_ money: Money) -> [String] {
        money.run("dump").lines.filter { !$0.hasPrefix("{\"where\":\"batch\"") }
    }

    /// An editor that is `sed`.
    private func edit(_ money: Money, _ script: String, input: String = "") -> Program.Outcome {
        money.folder.write(script, to: "script.sed")
        return Program.run(
            ["review", "--edit", "--workspace", money.workspace], input: input,
            environment: ["EDITOR=sed -E -i -f \(money.folder.path)/script.sed"])
    }

    @Test func `in the editor are refused as a whole, at their lines`() throws {
        let money = Money()
        let before = money.dump
        let outcome = edit(
            money,
            """
            s/^wait( .*Aroma.*)/ok\\1/
            s/^wait( .*Bolt.*)/okay\\1/
            s/^wait( .*)-100.50(.*)/ok\\1-10.50\\2/
            s/^wait *([0-9]+) .*(\\| .*Нечувана.*)/ok \\1 nonsense \\2/
            """, input: "q\n")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("a line begins with ok, drop, same or wait, not \"okay\""))
        #expect(outcome.errors.contains("the bank's facts between the bars | were changed"))
        #expect(outcome.errors.contains("no category is like nonsense"))
        #expect(outcome.output.contains("errors remain: nothing was changed"))
        #expect(money.dump == before)
        // Offered again with the errors in it, corrected, and done.
        let again = edit(
            money,
            "/^#! no category/ { n; s/nonsense/pets/; }\ns/^wait *([0-9]+) .*(\\| .*Нечувана.*)/ok \\1 nonsense \\2/",
            input: "\n")
        #expect(again.code == 0, "\(again.errors)")
        #expect(try money.categories() == ["Нечувана крамниця": "pets"])
    }

    @Test func `that are none change nothing`() {
        let money = Money()
        let before = money.dump
        let outcome = edit(money, "")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("no decisions: nothing was changed"))
        #expect(money.dump == before)
        let failed = Program.run(
            ["review", "--edit", "--workspace", money.workspace], environment: ["EDITOR=false"])
        #expect(failed.code == 74)
        #expect(money.dump == before)
    }
}
