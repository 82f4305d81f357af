package cli

import (
	"context"
	"os"

	"github.com/planlint/planlint/analyze/folder"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
)

// entry is one file to look at.
type entry struct {
	// name is how the input is opened; shown is how it is printed.
	name, shown string
	member      *result.Member
	// err says why there is nothing to look at.
	err error
}

// entries makes files of the arguments: a folder becomes the plans that are in it.
func entries(ctx context.Context, args []string) []entry {
	var all []entry
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == input.Stdin || err != nil || !info.IsDir() {
			all = append(all, entry{name: arg, shown: input.DisplayName(arg)})
			continue
		}
		found, problems, err := folder.Find(ctx, arg)
		if err != nil {
			all = append(all, entry{name: arg, shown: arg, err: err})
		}
		for _, f := range found {
			all = append(all, entry{name: f.Path, shown: f.Path, member: f.Member})
		}
		for _, p := range problems {
			all = append(all, entry{name: p.Path, shown: p.Path, err: p.Err})
		}
	}
	return all
}
