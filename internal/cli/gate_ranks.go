package cli

import (
	"context"
	"path/filepath"

	"github.com/planlint/planlint/analyze/folder"
)

// nameRanks tells files that were named one by one, as by a pattern of the shell, what their folder's config.json says of
// them, so that several ranks are a set. One alone is taken for what it is, a single plan.
func nameRanks(ctx context.Context, all []entry) {
	beside := map[string][]int{}
	for i, e := range all {
		if dir := filepath.Dir(e.name); e.err == nil && e.member == nil && exists(filepath.Join(dir, "config.json")) {
			beside[dir] = append(beside[dir], i)
		}
	}
	for dir, list := range beside {
		if len(list) < 2 {
			continue
		}
		found, _, err := folder.Find(ctx, dir)
		if err != nil {
			continue // said of each of them when it is opened
		}
		for _, f := range found {
			for _, i := range list {
				if filepath.Clean(all[i].name) == filepath.Clean(f.Path) && f.Member != nil && f.Member.Kind == "tensorrt-llm" {
					all[i].member = f.Member
				}
			}
		}
	}
}
