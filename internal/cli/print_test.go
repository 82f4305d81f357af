package cli

import (
	"bytes"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// Text of thousands of plans keeps nothing of one that is printed but what the summary adds up.
func TestKeepsTotalsOnly(t *testing.T) {
	scan := result.Scan{
		File: "a.plan", Size: 1000, Verdict: result.VerdictClean, Container: &result.Container{PlanSize: 900, Unknown: map[string]string{"a": "b"}},
		Zeros: &result.Zeros{Bytes: 10, Runs: []result.Run{{Length: 10}}}, Images: []result.Image{{Kind: "elf"}}, Kernels: []result.Kernel{{Name: "k"}},
	}
	texts := map[bool]string{}
	for _, passing := range []bool{false, true} {
		var text bytes.Buffer
		p := printer[result.Scan]{view: scanView(), format: report.Text, passing: passing, w: &pipeWriter{w: &text}}
		for range 2 {
			if err := p.add(&app{}, &settings{failOn: "error"}, outcome[result.Scan]{results: []result.Scan{scan}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.finish(); err != nil {
			t.Fatal(err)
		}
		texts[passing] = text.String()
		kept := p.document.Results[1]
		if got := kept.Kernels == nil && kept.Images == nil && kept.Zeros.Runs == nil && kept.Container.Unknown == nil; got != passing {
			t.Errorf("passing %t: kept %+v", passing, kept)
		}
	}
	if texts[true] != texts[false] || texts[true] == "" {
		t.Errorf("the text is\n%s\ninstead of\n%s", texts[true], texts[false])
	}
}
