package report

import (
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/result"
)

// VersionText writes what planlint is built from in one line.
func VersionText(w io.Writer, v result.Version) error {
	commit := ""
	if v.Commit != "" {
		commit = " (" + v.Commit
		if v.Modified {
			commit += ", changed"
		}
		commit += ")"
	}
	_, err := fmt.Fprintf(w, "planlint %s%s, %s, %s\n", v.Version, commit, v.Go, v.Platform)
	return err
}
