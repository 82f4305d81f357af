package report

import (
	"strings"
	"testing"
)

// TestFitTakesFromTheLongestNames has names of which only one has anything to give.
func TestFitTakesFromTheLongestNames(t *testing.T) {
	names := table{columns: []column{{title: "what"}, {title: "old", name: true}, {title: "new", name: true}}}
	names.rows = [][]string{{"built on", strings.Repeat("long name ", 20), "not known"}, {"size", "1", "5,487,774,180"}}
	for limit := 50; limit < 100; limit++ {
		text, err := names.text(limit)
		if err != nil {
			t.Fatal(err)
		}
		widest := 0
		for line := range strings.Lines(text) {
			widest = max(widest, columns(strings.TrimSuffix(line, "\n")))
		}
		if widest > limit || !strings.Contains(text, "5,487,774,180") {
			t.Errorf("limit %d: %d columns\n%s", limit, widest, text)
		}
	}
}
