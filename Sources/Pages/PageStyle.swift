/// The style of every page. Its colours are told apart by readers with each kind of
/// colour-blindness (`PaletteTests`).
enum PageStyle {
    /// Colors of parts that have no order: light enough for dark letters on them in both schemes.
    static let palette = [
        "#9addf4", "#e88c30", "#9a81e4", "#d2e4db", "#a98c70", "#70a9a9", "#ebd9a2",
    ]
    static var colors: Int { palette.count }

    /// Colours by what they mean: what came in, went out, and the net; owned and owed; shades of
    /// days; years, the last first.
    struct Scheme {
        let paper: String
        let ink: String
        let quiet: String
        let line: String
        let moneyIn: String
        let moneyOut: String
        let owned: String
        let owed: String
        let days: [String]
        let years: [String]
        let link: String
    }

    static let light = Scheme(
        paper: "#fdfcf8", ink: "#1c1c1a", quiet: "#63635c", line: "#dcdad0", moneyIn: "#1b7f79",
        moneyOut: "#d0702a", owned: "#7fb3d9", owed: "#d98c6a",
        days: ["#ecebe4", "#f6d3a6", "#eaa35c", "#c96a1f", "#7d3a06"],
        years: ["#1c1c1a", "#2f6fb0", "#9a9a92", "#c8c8c0"], link: "#1b4f8f")
    static let dark = Scheme(
        paper: "#161615", ink: "#f0efe9", quiet: "#a9a8a0", line: "#3a3a37", moneyIn: "#45b5ad",
        moneyOut: "#e8924f", owned: "#4f86b3", owed: "#b5653f",
        days: ["#2a2a28", "#5a3d22", "#93591f", "#d1822f", "#ffc987"],
        years: ["#f0efe9", "#6aa8e6", "#8a8a82", "#55554f"], link: "#9cc4f2")

    /// Printed on white paper.
    private static let printed = Scheme(
        paper: "#fff", ink: "#000", quiet: "#444", line: "#bbb", moneyIn: light.moneyIn,
        moneyOut: light.moneyOut, owned: light.owned, owed: light.owed, days: light.days,
        years: light.years, link: "#000")

    static let css =
        ":root{color-scheme:light dark;\(variables(light))}\n"
        + "@media (prefers-color-scheme:dark){:root{\(variables(dark))}}\n" + rules + "\n"
        + drawingRules + "\n" + narrowAndPrintedRules

    /// The rules without variables, for a program that reads none inside of SVG.
    static let printedCSS = resolved(rules + "\n" + drawingRules + "\n" + narrowAndPrintedRules)
    static let printedDrawingCSS = resolved(drawingRules)

    private static func resolved(_ css: String) -> String {
        var css = css
        for variable in variables(printed).split(separator: ";") {
            let parts = variable.split(separator: ":")
            css = css.split(separator: "var(\(parts[0]))", omittingEmptySubsequences: false)
                .joined(separator: String(parts[1]))
        }
        return css
    }

    private static func variables(_ scheme: Scheme) -> String {
        let days = scheme.days.enumerated().map { "--d\($0):\($1);" }.joined()
        let years = scheme.years.enumerated().map { "--y\($0):\($1);" }.joined()
        return "--paper:\(scheme.paper);--ink:\(scheme.ink);--quiet:\(scheme.quiet);"
            + "--line:\(scheme.line);--in:\(scheme.moneyIn);--out:\(scheme.moneyOut);"
            + "--owned:\(scheme.owned);--owed:\(scheme.owed);--link:\(scheme.link);" + days + years
    }

    private static let rules = """
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:1360px;padding:0 16px 48px;background:var(--paper);color:var(--ink);\
        font:15px/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;\
        font-variant-numeric:tabular-nums lining-nums}
        header{padding:40px 0 8px}
        h1{margin:0;font-size:clamp(26px,4vw,38px);font-weight:600;letter-spacing:-.02em;line-height:1.15}
        header p,footer,.q,.chart figcaption p,.wide figcaption p,.lines>p{color:var(--quiet)}
        header p{margin:6px 0 0}
        nav{display:flex;flex-wrap:wrap;gap:4px 18px;padding:12px 0;border-bottom:1px solid var(--line)}
        a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:3px}
        nav a{text-decoration:none}
        a:hover,nav a:hover{text-decoration:underline}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px}
        .part{padding-top:28px}
        h2{margin:0 0 14px;font-size:21px;font-weight:600;letter-spacing:-.01em}
        h3{margin:0;font-size:15px;font-weight:600}
        figure{margin:0 0 16px}
        figure.chart{display:inline-block;width:47%;margin-right:2%;vertical-align:top}
        .wide{grid-column:1/-1;min-width:0}
        figcaption p,p.wide{margin:2px 0 10px}
        p.wide{margin:0}
        .heads{margin:0}
        .heads>div{display:inline-block;width:31%;margin:0 1% 14px 0;vertical-align:top}
        .heads dt{color:var(--quiet);font-size:13px}
        .heads dd{margin:0;font-size:clamp(17px,2.3vw,21px);font-weight:500;letter-spacing:-.01em;overflow-wrap:anywhere}
        .heads dd.q{font-size:13px;font-weight:400;letter-spacing:0}
        td a,th a,dd a,.n a{color:inherit;text-decoration-color:var(--line)}
        i{font-style:normal}
        td>i:not(.k),a>i,small{font-size:.8em;color:var(--quiet)}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-size:14px}
        caption{text-align:left;color:var(--quiet);padding:0 0 4px}
        th,td{padding:4px 10px 4px 0;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line)}
        thead th{font-weight:400;color:var(--quiet);white-space:nowrap}
        tbody th,tfoot th{font-weight:400;min-width:9em;position:sticky;left:0;background:var(--paper)}
        thead th::first-letter,tfoot th::first-letter,caption::first-letter{text-transform:uppercase}
        tfoot td,tfoot th{font-weight:600;border-bottom:0}
        td,th.n{text-align:right;white-space:nowrap;padding-right:0;padding-left:14px}
        td.t{text-align:left;white-space:normal;padding-right:10px;padding-left:0}
        td+td.t,th.n+th:not(.n){padding-left:20px}
        .wide table{width:auto;min-width:min(100%,560px)}
        td.s{text-align:left;width:64px;padding:2px 0 2px 12px}
        td.s svg{width:60px;height:14px;display:block}
        details{margin-top:8px}
        summary{cursor:pointer;color:var(--quiet);font-size:13px}
        .chart>svg,.wide>svg{display:block;width:100%;height:auto;overflow:visible}
        .wide>svg{max-width:720px}
        .key{margin:6px 0 0;font-size:13px;color:var(--quiet)}
        .k{display:inline-block;width:10px;height:10px;margin:0 6px 0 0}
        .key .k:not(:first-child){margin-left:12px}
        .k.in{background:var(--in)}.k.out{background:var(--out)}
        .k.owned{background:var(--owned)}.k.owed{background:var(--owed)}
        .k.net,.k.mean{background:var(--ink)}.k.before{background:var(--quiet)}
        .k.y0{background:var(--y0)}.k.y1{background:var(--y1)}.k.y2{background:var(--y2)}.k.y3{background:var(--y3)}
        .k.net,.k.mean,.k.before{width:12px;height:3px;vertical-align:middle}
        .bars{list-style:none;margin:0;padding:0}
        .bars li{padding:3px 0}
        .bars .nm,.bars svg,.bars .n{display:inline-block;width:30%}
        .bars svg{height:14px}
        .bars .n{text-align:right;min-width:6em}
        .bars .q{grid-column:1/-1;font-size:13px}
        .nm{overflow-wrap:anywhere}
        code{display:block;font:13px/1.5 ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;padding:4px 0}
        footer{padding-top:40px;font-size:13px}
        @supports (display:grid){
        .blocks{display:grid;gap:32px 40px;grid-template-columns:repeat(auto-fill,minmax(min(100%,330px),1fr))}
        figure,figure.chart{display:block;width:auto;margin:0;min-width:0}
        .heads{display:grid;gap:18px 20px;grid-template-columns:repeat(5,1fr)}
        .heads>div{display:block;width:auto;margin:0}
        .bars li{display:grid;grid-template-columns:minmax(6em,9.5em) 1fr auto;gap:0 12px;align-items:center}
        .bars .nm,.bars .n{width:auto}.bars svg{width:100%}
        }
        """

    private static let drawingRules =
        palette.enumerated().map { ".c\($0){fill:\($1);background:\($1)}" }.joined() + "\n"
        + shapeRules

    private static let shapeRules = """
        text{font-size:1150px;fill:var(--quiet)}
        .strong{fill:var(--ink);font-weight:600}
        .on{fill:#161615}
        .on.q{font-size:1000px}
        .end{text-anchor:end;fill:var(--ink)}
        .mid-name{text-anchor:middle;fill:var(--ink);font-weight:600}
        svg a:hover rect,svg a:hover path,svg a:hover circle,svg g:hover>path.flow{opacity:.72}
        .in{fill:var(--in)}.out{fill:var(--out)}
        .over{fill:var(--out)}.room{fill:var(--line)}
        .net{fill:var(--ink)}.mean{fill:var(--ink)}
        .before{fill:var(--quiet)}
        .owned{fill:var(--owned)}.owed{fill:var(--owed)}
        .bal{fill:var(--quiet)}.mid{fill:var(--ink)}
        .tile{stroke:var(--paper);stroke-width:100}
        .spark{fill:none;stroke:var(--out);stroke-width:130;stroke-linejoin:round}
        .band{fill:var(--owned);opacity:.5}
        .axis{stroke:var(--quiet);stroke-width:60;fill:none}
        .net-line{fill:none;stroke:var(--ink);stroke-width:180;stroke-linejoin:round}
        .line{fill:none;stroke-width:150;stroke-linejoin:round}
        .line.y0{stroke-width:280}
        path.y0{stroke:var(--y0)}path.y1{stroke:var(--y1)}path.y2{stroke:var(--y2)}path.y3{stroke:var(--y3)}
        circle.y0{fill:var(--y0)}circle.y1{fill:var(--y1)}circle.y2{fill:var(--y2)}circle.y3{fill:var(--y3)}
        .d0,.d1,.d2,.d3,.d4{stroke-width:1400}
        .d0{stroke:var(--d0)}.d1{stroke:var(--d1)}.d2{stroke:var(--d2)}.d3{stroke:var(--d3)}.d4{stroke:var(--d4)}
        .lines{padding-top:40px}
        .lines>div{display:none;padding:12px 0;border-top:1px solid var(--line)}
        .lines>div:target,.lines>div:has(:target){display:block}
        .lines>div{color:var(--quiet)}
        .lines h3,.lines code,.lines ol{color:var(--ink)}
        .lines div p{margin:8px 0}
        .lines p a{display:inline-block;margin:0 4px 4px 14px}
        .lines ol{max-width:900px;margin:8px 0;padding:0;list-style:none;font-size:14px}
        .lines ol li{display:grid;grid-template-columns:1fr auto 4em;gap:0 14px;padding:3px 0;\
        border-bottom:1px solid var(--line)}
        .lines li:target{background:var(--line)}
        .lines b{font-weight:400;white-space:nowrap}
        """

    private static let narrowAndPrintedRules = """
        @media (max-width:640px){.heads{grid-template-columns:1fr 1fr}.heads dd{font-size:21px}}
        @media (max-width:560px){.bars li{grid-template-columns:1fr auto}\
        .bars svg{grid-column:1/-1;grid-row:2}}
        @page{size:A4;margin:14mm 13mm}
        @media print{:root{--paper:#fff;--ink:#000;--quiet:#444;--line:#bbb;--link:#000}
        body{max-width:none;padding:0;font-size:10.5pt}
        nav,.lines,details{display:none}
        header{padding-top:0}
        a{text-decoration:none}
        .part{break-inside:auto;padding-top:14pt}
        .part:first-of-type{break-after:page}
        h2,h3{break-after:avoid}
        figure,.heads div,tr,.bars li{break-inside:avoid}
        .blocks{gap:16pt 20pt}.blocks{grid-template-columns:1fr 1fr}
        .scroll{overflow:visible}
        table{font-size:8.5pt}
        .dense table{font-size:5.6pt}.dense td,.dense th{padding:2pt 0 2pt 3pt}.dense td.s{display:none}
        tbody th,tfoot th{min-width:0;position:static}
        td,th.n{padding-left:4pt}
        *{print-color-adjust:exact}}
        """
}
