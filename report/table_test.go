package report

import (
	"github.com/planlint/planlint/internal/result"
	"os"
	"testing"
)

func TestX(t *testing.T) {
	for n, m := range map[string]result.Map{"padded": paddedMap(), "weights": weightsMap(), "many": manyRunsMap()} {
		f, _ := os.Create("/tmp/R-" + n + ".svg")
		MapSVG(f, m)
		f.Close()
		f, _ = os.Create("/tmp/R-" + n + ".html")
		MapHTML(f, mapDocument(m))
		f.Close()
		MapText(os.Stdout, m, Options{})
	}
	MapMarkdown(os.Stdout, mapDocument(paddedMap()), Options{})
}
