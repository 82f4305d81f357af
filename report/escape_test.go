package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "plain name.plan": "plain name.plan", "ünï漢字😀": "ünï漢字😀", `C:\a`: `C:\a`,
		"\x1b[31mred": `\x1b[31mred`, "a\nb\tc\r": `a\x0ab\x09c\x0d`, "\x00\x7f": `\x00\x7f`, "\u009b31m": `\u{9b}31m`,
		"\u202eevil\u2066": `\u{202e}evil\u{2066}`, "zero\u200bwidth\ufeff": `zero\u{200b}width\u{feff}`, "a\u2028b": `a\u{2028}b`,
		"\xff\xc3": `\xff\xc3`, "replaced \ufffd": "replaced \ufffd", "\U000e0041": `\u{e0041}`, "no\u00a0break": `no\u{a0}break`,
	} {
		if got := Visible(text); got != want {
			t.Errorf("Visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestCSVText(t *testing.T) {
	for text, want := range map[string]string{
		"a.plan": "a.plan", "=1+1": "'=1+1", "+a": "'+a", "-a": "'-a", "@a": "'@a", "\t=a": `\x09=a`, "": "",
	} {
		if got := csvText(text); got != want {
			t.Errorf("csvText(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestMarkdownEscapes(t *testing.T) {
	for name, want := range map[string]string{
		"__myl_Cast_0": "`__myl_Cast_0`", "a|b": "<code>a&#124;b</code>", "a`b": "<code>a&#96;b</code>", "": "", " a": "<code> a</code>",
	} {
		if got := markdownCode(name); got != want {
			t.Errorf("markdownCode(%q) = %q, want %q", name, got, want)
		}
	}
	for text, want := range map[string]string{
		"a_b": "a_b", "ä_1_b": "ä_1_b", "_a": `\_a`, "a_": `a\_`, "a__b": `a\_\_b`, "a _b_ c": `a \_b\_ c`, "_": `\_`, "(_a_)": `(\_a\_)`,
		"**a** ~~b~~": `\*\*a\*\* \~\~b\~\~`, `a\_b|`: `a&#92;\_b&#124;`,
		"@all, #1": "<code>@</code>all, <code>#</code>1", "<b>": "&lt;b&gt;", "[x](y)": "&#91;x&#93;(y)",
		"https://a.example/x": "https<code>:</code>//a.example/x", "HTTP://a": "HTTP<code>:</code>//a", "see (ftp://a)": "see (ftp<code>:</code>//a)",
		"www.a.example": "www<code>.</code>a.example", "WwW.a": "WwW<code>.</code>a", "ww.a": "ww.a", "a.b: c": "a.b: c", "x:": "x:", "x:/": "x:/", ".": ".",
	} {
		if got := markdownText(text); got != want {
			t.Errorf("markdownText(%q) = %q, want %q", text, got, want)
		}
	}
}

func attackedScans(text string) result.Document[result.Scan] {
	document := result.NewDocument[result.Scan](result.SchemaScan, text)
	document.Results = append(document.Results, attacked(text))
	document.Errors = append(document.Errors, result.Error{File: text + "2", Kind: result.ErrorKind(text), Message: text})
	return document
}

func attackedMap(text string) result.Map {
	m := weightsMap()
	m.File, m.Family, m.Version = text, text, text
	m.Labels[0].Label, m.Labels[1].Label = text, "section "+text
	m.Ranges[4].Label, m.Ranges[2].Label, m.Ranges[2].Detail = text, "section "+text, text
	m.NotChecked = append(m.NotChecked, result.NotChecked{What: text, Why: text})
	return m
}

// longestFuzzed is more than any line has room for; longer names take their time and show nothing new.
const longestFuzzed = 400

func seeds(f *testing.F) {
	for _, seed := range []string{hostileName, "a.plan", "", "\x1b]0;title\x07", "=HYPERLINK(\"x\")", "]]>--><svg onload=x>", "\u202e\u200f\u2028", "a\\|b\\",
		"```\n# x", "&lt;&#0;", strings.Repeat("長い名前", 30), "e" + strings.Repeat("\u0301", 150), "_Z1", "\xf0\x9f", "**a** @b #1 $x$"} {
		f.Add(seed)
	}
}

// FuzzText: nothing but printable characters and newlines reaches a terminal, in lines that fit.
func FuzzText(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		const width = 72
		document := attackedScans(text)
		for name, report := range map[string]func(io.Writer) error{
			"scan":    func(w io.Writer) error { return ScanText(w, document.Results[0], Options{Width: width}) },
			"verbose": func(w io.Writer) error { return ScanText(w, document.Results[0], Options{Width: width, Verbose: true}) },
			"quiet":   func(w io.Writer) error { return ScanText(w, document.Results[0], Options{Width: width, Quiet: true}) },
			"summary": func(w io.Writer) error {
				return ScanSummary(w, document.Results, document.Errors, Options{Width: width})
			},
			"info": func(w io.Writer) error {
				return InfoText(w, result.Info{File: text, Container: document.Results[0].Container, Findings: document.Results[0].Findings}, Options{Width: width})
			},
			"map": func(w io.Writer) error { return MapText(w, attackedMap(text), Options{Width: width}) },
			"compare": func(w io.Writer) error {
				return CompareText(w, attackedCompare(text), Options{Width: width, Verbose: true})
			},
			"compare quiet": func(w io.Writer) error {
				return CompareText(w, attackedCompare(text), Options{Width: width, Quiet: true})
			},
			"build": func(w io.Writer) error {
				return BuildText(w, buildDocument(attackedBuild(text)), Options{Width: width, Verbose: true})
			},
			"builds": func(w io.Writer) error {
				return BuildText(w, buildDocument(attackedBuild(text), paddedBuild()), Options{Width: width})
			},
			"verify": func(w io.Writer) error {
				return VerifyText(w, attackedVerify(text), Options{Width: width, Verbose: true})
			},
			"verify quiet": func(w io.Writer) error {
				return VerifyText(w, attackedVerify(text), Options{Width: width, Quiet: true})
			},
			"layers": func(w io.Writer) error {
				return InfoText(w, result.Info{File: text, Layers: attackedLayers(text)}, Options{Width: width})
			},
			"layers verbose": func(w io.Writer) error {
				return InfoText(w, result.Info{File: text, Layers: attackedLayers(text)}, Options{Width: width, Verbose: true})
			},
			"gate": func(w io.Writer) error {
				return GateText(w, documentOf(result.SchemaGate, 1, attackedGate(text), passedGate()), Options{Width: width})
			},
			"gate quiet": func(w io.Writer) error {
				return GateText(w, documentOf(result.SchemaGate, 1, attackedGate(text), passedGate()), Options{Width: width, Quiet: true})
			},
			"selftest": func(w io.Writer) error {
				return SelftestText(w, documentOf(result.SchemaGateSelftest, 1, result.GateSelftest{File: text, Trials: []result.GateTrial{{Message: text, Trial: result.GateTrialKind(text)}}}), Options{Width: width})
			},
			"trim": func(w io.Writer) error {
				return TrimText(w, result.Trim{File: text, Output: text, SHA256: text}, Options{Width: width})
			},
		} {
			checkText(t, name, string(render(t, report)), width)
		}
	})
}

func checkText(t *testing.T, name, text string, width int) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if wide := columns(line); wide > width {
			t.Errorf("%s: a line takes %d columns of %d: %q", name, wide, width, line)
		}
		if strings.HasSuffix(line, " ") {
			t.Errorf("%s: a line ends in spaces: %q", name, line)
		}
		for _, character := range line {
			if !unicode.IsPrint(character) {
				t.Fatalf("%s: %U reaches the terminal: %q", name, character, line)
			}
		}
		if !utf8.ValidString(line) {
			t.Fatalf("%s: no UTF-8: %q", name, line)
		}
	}
}

// FuzzMarkup: pictures and pages are well-formed XML, hold no element but ours, say what was said, and nothing that
// only pretends to be something else.
func FuzzMarkup(f *testing.F) {
	seeds(f)
	plain := map[string]bool{}
	for _, document := range markup(f, "a") {
		for name := range wellFormed(f, document) {
			plain[name] = true
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		for command, document := range markup(t, text) {
			for name := range wellFormed(t, document) {
				if !plain[name] {
					t.Fatalf("%s: an element %s was made by %q", command, name, text)
				}
			}
			for _, character := range string(document) {
				if character != '\n' && character != '\t' && !unicode.IsPrint(character) {
					t.Fatalf("%s: %U reaches the page", command, character)
				}
			}
			if !utf8.Valid(document) {
				t.Fatalf("%s: no UTF-8", command)
			}
			if short := Visible(text); len(short) < 15 && !strings.Contains(html.UnescapeString(string(document)), short) {
				t.Fatalf("%s: %q got lost", command, text)
			}
		}
	})
}

// markup is a picture, and a page of each command, with a text wherever one can stand.
func markup(t testing.TB, text string) map[string][]byte {
	failed := result.Error{File: text, Kind: result.KindEmpty, Message: text}
	scans := attackedScans(text)
	plan := attackedMap(text)
	scans.Results[0].Map = &plan
	maps := mapDocument(plan)
	maps.Tool.Version, maps.Errors = text, []result.Error{failed}
	compared := attackedCompare(text)
	compared.Old.Map, compared.New.Map = &plan, &plan
	explained := result.NewDocument[result.Explain](result.SchemaExplain, text)
	explained.Results, explained.Errors = []result.Explain{attackedExplain(text)}, []result.Error{failed}
	gates := gatesDocument()
	gates.Results = append(gates.Results, hostileGate(text))
	return map[string][]byte{
		"gate":    render(t, func(w io.Writer) error { return GateHTML(w, gates, Options{}) }),
		"svg":     render(t, func(w io.Writer) error { return MapSVG(w, plan) }),
		"map":     render(t, func(w io.Writer) error { return MapHTML(w, maps) }),
		"scan":    render(t, func(w io.Writer) error { return ScanHTML(w, scans, Options{}) }),
		"explain": render(t, func(w io.Writer) error { return ExplainHTML(w, explained, Options{}) }),
		"compare": render(t, func(w io.Writer) error { return CompareHTML(w, compareDocument(compared)) }),
		"predict": render(t, func(w io.Writer) error { return PredictHTML(w, predictDocument(attackedPrediction(text))) }),
	}
}

// FuzzCSV: every row reads back with as many cells as there are titles, none of them a formula or a line break.
func FuzzCSV(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		document := attackedScans(text)
		infos := result.NewDocument[result.Info](result.SchemaInfo, text)
		infos.Results = append(infos.Results, result.Info{File: text, Container: document.Results[0].Container, Findings: document.Results[0].Findings})
		for name, report := range map[string]func(io.Writer) error{
			"scan": func(w io.Writer) error { return ScanCSV(w, document) },
			"info": func(w io.Writer) error { return InfoCSV(w, infos) },
			"layers": func(w io.Writer) error {
				layers := result.NewDocument[result.Info](result.SchemaInfo, text)
				layers.Results = append(layers.Results, result.Info{File: text, Layers: attackedLayers(text)})
				return InfoCSV(w, layers)
			},
			"map": func(w io.Writer) error { return MapCSV(w, mapDocument(attackedMap(text))) },
			"compare": func(w io.Writer) error {
				c := attackedCompare(text)
				c.Amounts = c.Amounts[:1] // without differences below 0, which are numbers and no formulas
				return CompareCSV(w, compareDocument(c))
			},
			"build":  func(w io.Writer) error { return BuildCSV(w, buildDocument(attackedBuild(text))) },
			"verify": func(w io.Writer) error { return VerifyCSV(w, verifyDocument(attackedVerify(text))) },
		} {
			rows, err := csv.NewReader(bytes.NewReader(render(t, report))).ReadAll() // it wants rows of one length
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, row := range rows {
				for _, cell := range row {
					if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) || strings.ContainsAny(cell, "\n\r\x1b") {
						t.Fatalf("%s: dangerous cell %q", name, cell)
					}
				}
			}
		}
	})
}

// FuzzJSON: a document means what was put in, is printable, and the same every time.
func FuzzJSON(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		document := attackedScans(text)
		written := render(t, func(w io.Writer) error { return JSON(w, document) })
		if again := render(t, func(w io.Writer) error { return JSON(w, document) }); !bytes.Equal(written, again) {
			t.Fatal("two writes differ")
		}
		for _, character := range string(written) {
			if character != '\n' && !unicode.IsPrint(character) {
				t.Fatalf("%U in a document", character)
			}
		}
		var back result.Document[result.Scan]
		if err := json.Unmarshal(written, &back); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(text, "\ufffd"); utf8.ValidString(text) && back.Results[0].File != want {
			t.Fatalf("%q came back as %q", want, back.Results[0].File)
		}
	})
}

// FuzzMarkdown checks pages for people.
func FuzzMarkdown(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			return
		}
		document := attackedScans(text)
		page := string(render(t, func(w io.Writer) error { return ScanMarkdown(w, document, Options{Verbose: true}) }))
		page += string(render(t, func(w io.Writer) error { return MapMarkdown(w, mapDocument(attackedMap(text)), Options{Verbose: true}) }))
		page += string(render(t, func(w io.Writer) error {
			return CompareMarkdown(w, compareDocument(attackedCompare(text)), Options{Verbose: true})
		}))
		page += string(render(t, func(w io.Writer) error {
			return BuildMarkdown(w, buildDocument(attackedBuild(text)), Options{Verbose: true})
		}))
		page += string(render(t, func(w io.Writer) error {
			return VerifyMarkdown(w, verifyDocument(attackedVerify(text)), Options{Verbose: true})
		}))
		checkMarkdown(t, "page", page)
	})
}

// checkMarkdown: no markup but ours, and tables keep their shape.
func checkMarkdown(t *testing.T, name, page string) {
	t.Helper()
	bars := 0
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if rest := strings.NewReplacer("<code>", "", "</code>", "").Replace(line); strings.ContainsAny(rest, "<>") {
			t.Fatalf("%s: markup in %q", name, line)
		}
		if !strings.HasPrefix(line, "|") {
			bars = 0
			continue
		}
		if now := strings.Count(line, "|"); bars != 0 && now != bars {
			t.Fatalf("%s: %d bars after rows of %d: %q", name, now, bars, line)
		} else {
			bars = now
		}
	}
}
