package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/analyze/folder"
	"github.com/planlint/planlint/internal/input"
)

// linked says which links to folders in args are not followed.
func (a *app) linked(args []string) {
	for _, arg := range args {
		for _, link := range folder.Links(arg) {
			a.complain(link + ": a link to a folder, which is not followed: name it to judge what is in it")
		}
	}
}

// unread are the plans of the baseline that lie in the folders of args and are none of the inputs, although something of
// their name is there: a link to nothing, what lies behind a link to a folder, or what is no plan any more.
func (g *gater) unread(inputs []entry, args []string) (failures []failure) {
	if g.judge.Baseline == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, e := range inputs {
		seen[relative(g.base, e)] = true
	}
	for _, e := range g.judge.Baseline.Entries() {
		key, _, _ := strings.Cut(e.Path, "!")
		path := filepath.Join(g.base, filepath.FromSlash(key))
		if seen[key] || seen[e.Path] || strings.HasSuffix(key, "/") || key == input.Stdin || input.IsAddress(key) || !exists(path) || !asked(path, args) {
			continue
		}
		seen[key] = true
		why := errors.New("is in the baseline, but was not found as a plan: it lies behind a link, or is none any more")
		if _, err := os.Stat(path); err != nil {
			why = errors.New("is in the baseline, and cannot be read: a link to nothing, such as a file that was not fetched")
		}
		failures = append(failures, failed(key, why))
	}
	return failures
}
