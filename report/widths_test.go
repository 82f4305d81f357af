package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// printers write what each command prints as text, of several results each, with hostile names among them.
func printers() map[string]func(io.Writer, Options) error {
	each := func(count int, print func(io.Writer, int, Options) error) func(io.Writer, Options) error {
		return func(w io.Writer, o Options) error {
			var failures []error
			for i := range count {
				failures = append(failures, print(w, i, o), write(w, "\n"))
			}
			return errors.Join(failures...)
		}
	}
	scans, infos, plans, layers, rules := scanDocument(), infoDocument(), maps(), layersDocument(), sampleRules()
	manyRuns := manyRunsMap()
	compared := []result.Compare{paddedCompare(), namesCompare(), savedCompare(), attackedCompare(hostileName)}
	verified := []result.Verify{exactVerify(), differentVerify(), vacuousVerify(), unstableVerify(), attackedVerify(hostileName)}
	doctors := []result.Doctor{bareDoctor(), laptopDoctor(), serverDoctor(), hostileDoctor()}
	predicted := predictDocument(headPrediction(), openPrediction(), attackedPrediction(hostileName))
	explained := result.NewDocument[result.Explain](result.SchemaExplain, "0.1.0")
	explained.Results = []result.Explain{headExplained(), attackedExplain(hostileName)}
	gates := gatesDocument()
	gates.Results = append(gates.Results, hostileGate(hostileName))
	fits := result.NewDocument[result.Fit](result.SchemaFit, "0.1.0")
	fits.Results = []result.Fit{headFit(), openFit(hostileName)}
	fixes := result.NewDocument[result.Fix](result.SchemaFix, "0.1.0")
	fixes.Results = append([]result.Fix{fixedHead()}, unfixed(hostileName)...)
	return map[string]func(io.Writer, Options) error{
		"scan": func(w io.Writer, o Options) error {
			print := each(len(scans.Results), func(w io.Writer, i int, o Options) error { return ScanText(w, scans.Results[i], o) })
			return errors.Join(print(w, o), ScanSummary(w, scans.Results, scans.Errors, o))
		},
		"info":    each(len(infos.Results), func(w io.Writer, i int, o Options) error { return InfoText(w, infos.Results[i], o) }),
		"layers":  each(len(layers.Results), func(w io.Writer, i int, o Options) error { return InfoText(w, layers.Results[i], o) }),
		"map":     each(len(plans.Results), func(w io.Writer, i int, o Options) error { return MapText(w, plans.Results[i], o) }),
		"maps":    func(w io.Writer, o Options) error { return MapText(w, manyRuns, o) },
		"compare": each(len(compared), func(w io.Writer, i int, o Options) error { return CompareText(w, compared[i], o) }),
		"verify":  each(len(verified), func(w io.Writer, i int, o Options) error { return VerifyText(w, verified[i], o) }),
		"doctor":  each(len(doctors), func(w io.Writer, i int, o Options) error { return DoctorText(w, doctors[i], o) }),
		"build": func(w io.Writer, o Options) error {
			return errors.Join(BuildText(w, buildDocument(driftingBuild()), o), BuildText(w, buildDocument(paddedBuild(), driftingBuild(), attackedBuild(hostileName)), o))
		},
		"predict": func(w io.Writer, o Options) error { return PredictText(w, predicted, o) },
		"explain": func(w io.Writer, o Options) error { return ExplainText(w, explained, o) },
		"gate":    func(w io.Writer, o Options) error { return GateText(w, gates, o) },
		"fit":     func(w io.Writer, o Options) error { return FitText(w, fits, o) },
		"fix":     func(w io.Writer, o Options) error { return FixText(w, fixes, o) },
		"rules":   func(w io.Writer, o Options) error { return RulesText(w, rules.Results, o) },
		"rule":    each(len(rules.Results), func(w io.Writer, i int, o Options) error { return RulePageText(w, rules.Results[i], o) }),
		"trim":    func(w io.Writer, o Options) error { return TrimText(w, trimmed(), o) },
	}
}

// TestTextWidths prints everything at the widths that terminals have, with and without colour: lines fit, and colour changes nothing but
// colour. PLANLINT_TEXTS names a folder that gets the texts, to be looked at.
func TestTextWidths(t *testing.T) {
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*m")
	advice := AdviceFrom(sampleRules().Results)
	for name, print := range printers() {
		for _, width := range []int{80, 100, 160} {
			for mode, options := range map[string]Options{"": {}, "verbose": {Verbose: true}, "quiet": {Quiet: true}} {
				options.Width, options.Advice = width, advice
				bare := string(render(t, func(w io.Writer) error { return print(w, options) }))
				options.Color = true
				colored := string(render(t, func(w io.Writer) error { return print(w, options) }))
				if got := escapes.ReplaceAllString(colored, ""); got != bare {
					t.Errorf("%s %s at %d columns: colour changes the text", name, mode, width)
				}
				at := name + " " + mode
				if at != "doctor verbose" { // there paths are whole, to be copied
					checkText(t, at, bare, width)
				}
				if folder := os.Getenv("PLANLINT_TEXTS"); folder != "" && (width == 80 || width == 100) {
					path := filepath.Join(folder, strings.TrimSpace(at)+map[int]string{80: "-80", 100: "-100"}[width]+".txt")
					if err := os.WriteFile(path, []byte(bare), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}
