package browser

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// scheme asks for a light or a dark page.
func scheme(t *testing.T, tab context.Context, name string) {
	t.Helper()
	call(t, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// TestPages opens the page of every command, in both schemes and at the widths of a phone, a tablet and a desk. Nothing
// may be loaded, said on the console or forbidden by the page's own policy, and nothing may stick out.
func TestPages(t *testing.T) {
	tab := start(t)
	h := listen(t, tab)
	for _, path := range goldenPages(t) {
		name := filepath.Base(path)
		run(t, tab, chromedp.Navigate(address(t, path)))
		backgrounds := map[string]bool{}
		for _, colors := range []string{"light", "dark"} {
			scheme(t, tab, colors)
			backgrounds[evaluate[string](t, tab, `getComputedStyle(document.body).backgroundColor`)] = true
			for _, width := range []int64{360, 800, 1400} {
				run(t, tab, chromedp.EmulateViewport(width, 900))
				if got := evaluate[int64](t, tab, `document.documentElement.scrollWidth`); got > width {
					t.Errorf("%s, %s: %d pixels wide on a screen of %d", name, colors, got, width)
				}
				keepScreenshot(t, tab, strings.TrimSuffix(name, ".html"), colors, width)
			}
		}
		if len(backgrounds) != 2 {
			t.Errorf("%s: light and dark have the background %v", name, backgrounds)
		}
		if scripts := evaluate[int](t, tab, `document.scripts.length`); scripts != 1 {
			t.Errorf("%s: %d scripts", name, scripts)
		}
		if drawn := evaluate[float64](t, tab, `Math.min(...Array.from(document.querySelectorAll("svg.bytes"), (s) => s.getBoundingClientRect().width))`); drawn < 300 {
			t.Errorf("%s: a strip is %v pixels wide", name, drawn)
		}
		checkSorting(t, tab, name)
		if said := h.all(); said != "" {
			t.Fatalf("%s: %s", name, said)
		}
	}
}

// keepScreenshot writes a picture of the page into the folder that PLANLINT_SCREENSHOTS names, to be looked at.
func keepScreenshot(t *testing.T, tab context.Context, name, colors string, width int64) {
	t.Helper()
	folder := os.Getenv("PLANLINT_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+"-"+colors+"-"+map[int64]string{360: "phone", 800: "tablet", 1400: "desk"}[width]+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// sortedScript clicks every header twice and returns what is wrong with the order of its column.
const sortedScript = `(() => {
	const wrong = [];
	const values = (table, column) => Array.from(table.tBodies[0].rows, (row) => row.cells[column].firstChild ? row.cells[column].firstChild.textContent : "");
	const number = (text) => { const value = parseFloat(text.replaceAll(",", "").replace(/^[^0-9.+-]+/, "")); return Number.isNaN(value) ? -Infinity : value; };
	let sorted = 0;
	for (const table of document.querySelectorAll("table")) {
		for (const header of table.tHead.rows[0].cells) {
			const button = header.querySelector("button");
			if (button === null) { continue; }
			const rows = table.tBodies[0].rows.length;
			for (const click of [1, 2]) {
				button.click();
				const way = header.getAttribute("aria-sort");
				if (table.tHead.querySelectorAll("[aria-sort]").length !== 1) { wrong.push("more than one column is marked"); }
				if (header.classList.contains("n")) {
					if (click === 1 && way !== "descending") { wrong.push(header.textContent + " starts " + way); }
					const numbers = values(table, header.cellIndex).map(number);
					for (let i = 1; i < numbers.length; i++) {
						if (way === "descending" ? numbers[i] > numbers[i - 1] : numbers[i] < numbers[i - 1]) { wrong.push(header.textContent + ": " + numbers); break; }
					}
					sorted++;
				}
			}
			if (table.tBodies[0].rows.length !== rows) { wrong.push("rows got lost"); }
		}
	}
	if (sorted === 0) { wrong.push("no column of numbers was sorted"); }
	return wrong;
})()`

func checkSorting(t *testing.T, tab context.Context, name string) {
	t.Helper()
	for _, wrong := range evaluate[[]string](t, tab, sortedScript) {
		t.Errorf("%s: %s", name, wrong)
	}
}

// TestKeyboard reaches a header with the tabulator key and sorts with the space bar and the return key.
func TestKeyboard(t *testing.T) {
	tab := start(t)
	run(t, tab, chromedp.Navigate(address(t, "../testdata/scans.html")))
	const focused = `document.activeElement.tagName + " " + document.activeElement.textContent`
	for range 20 {
		run(t, tab, chromedp.KeyEvent(kb.Tab))
		if evaluate[string](t, tab, focused) == "BUTTON bytes" {
			break
		}
	}
	for _, step := range []struct{ key, want string }{{" ", "descending"}, {kb.Enter, "ascending"}} {
		run(t, tab, chromedp.KeyEvent(step.key))
		if got := evaluate[string](t, tab, `document.activeElement.parentNode.getAttribute("aria-sort") || ""`); got != step.want {
			t.Errorf("after %q on %s: aria-sort is %q, want %q", step.key, evaluate[string](t, tab, focused), got, step.want)
		}
	}
}

// TestTip points at a piece of a strip, and leaves it.
func TestTip(t *testing.T) {
	tab := start(t)
	run(t, tab, chromedp.EmulateViewport(1400, 3000), chromedp.Navigate(address(t, "../testdata/scan.html"))) // nothing has to scroll
	const visible = `document.getElementById("tip").hidden ? "" : document.getElementById("tip").textContent`
	center := evaluate[[]float64](t, tab, `(() => { const strip = document.querySelector("svg.bytes"); const b = strip.getBoundingClientRect(); return [b.x + b.width / 2, b.y + 10]; })()`)
	run(t, tab, chromedp.MouseEvent("mouseMoved", center[0], center[1]))
	if got := evaluate[string](t, tab, visible); !strings.HasPrefix(got, "mostly zero run: 13 ranges in 5,487,774,180 bytes") {
		t.Errorf("over the run the tip says %q", got)
	}
	run(t, tab, chromedp.KeyEvent(kb.Escape))
	if got := evaluate[string](t, tab, visible); got != "" {
		t.Errorf("after escape the tip says %q", got)
	}
}

// TestWithoutScript: a page says the same where no script runs.
func TestWithoutScript(t *testing.T) {
	tab := start(t)
	const said = `document.querySelector("main").innerText.replace(/\s+/g, " ")`
	for _, path := range goldenPages(t) {
		call(t, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: false})
		run(t, tab, chromedp.Navigate(address(t, path)))
		with := evaluate[string](t, tab, said)
		call(t, tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		run(t, tab, chromedp.Navigate(address(t, path)))
		if without := evaluate[string](t, tab, said); with != without || without == "" {
			t.Errorf("%s: with and without scripts it says\n%s\n%s", filepath.Base(path), with, without)
		}
		if buttons := evaluate[int](t, tab, `document.querySelectorAll("button").length`); buttons != 0 {
			t.Errorf("%s: %d buttons that do nothing", filepath.Base(path), buttons)
		}
	}
}

// TestManyRuns opens a page of 10,000 runs, which are all there, and sorts them.
func TestManyRuns(t *testing.T) {
	tab := start(t)
	h := listen(t, tab)
	scan := result.Scan{File: "many.plan", Size: 1 << 43, Zeros: &result.Zeros{MinRun: 4096, RunsTotal: 10_000}, Verdict: result.VerdictSuspect}
	for i := range int64(10_000) {
		scan.Zeros.Runs = append(scan.Zeros.Runs, result.Run{Offset: i * 500_000_000, Length: 4096 + i*7919%10_000})
	}
	document := result.NewDocument[result.Scan](result.SchemaScan, "0.1.0")
	document.Results = []result.Scan{scan}
	path := filepath.Join(t.TempDir(), "many.html")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(report.ScanHTML(file, document, report.Options{}), file.Close()); err != nil {
		t.Fatal(err)
	}
	run(t, tab, chromedp.Navigate(address(t, path)))
	if rows := evaluate[int](t, tab, `Math.max(...Array.from(document.querySelectorAll("tbody"), (body) => body.rows.length))`); rows != 10_000 {
		t.Errorf("%d rows", rows)
	}
	if folded := evaluate[bool](t, tab, `Array.from(document.querySelectorAll("details table")).some((table) => table.tBodies[0].rows.length === 10000)`); !folded {
		t.Error("the long table is laid out at once")
	}
	checkSorting(t, tab, "many.html")
	t.Logf("loaded in %.0f ms", evaluate[float64](t, tab, `performance.getEntriesByType("navigation")[0].loadEventEnd`))
	if said := h.all(); said != "" {
		t.Fatal(said)
	}
}
