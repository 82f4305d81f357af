package folder

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/zerorun"
)

// headSize is what is read of every file.
const headSize = 512

// pointer is a model that only points to files with plans.
type pointer struct {
	folder, name string
	beside       []string
}

// look reports whether a file holds a plan. Beside lists the files with the plans, if they are all in
// files beside a model.
func look(ctx context.Context, path string) (holds bool, beside []string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, nil, err
	}
	defer file.Close()
	head := make([]byte, headSize)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, nil, err
	}
	head = head[:n]
	switch {
	case container.HasTag(head):
		return true, nil, nil
	case !wrap.MaybePlan(head):
		return false, nil, nil
	}
	return lookInside(ctx, path, file)
}

// errDecode keeps streams from being decoded: that their first bytes are those of a plan is enough.
var errDecode = errors.New("not decoded during the search")

// lookInside looks into a file that may be a wrapper.
func lookInside(ctx context.Context, path string, file *os.File) (holds bool, beside []string, err error) {
	data, err := zerorun.NewFile(file)
	if err != nil {
		return false, nil, err
	}
	plans, err := wrap.Find(ctx, data, data.Size(), wrap.Options{Path: path,
		Spool: func(context.Context, io.Reader) (wrap.Spooled, error) { return nil, errDecode }})
	switch {
	case errors.Is(err, errDecode):
		return true, nil, nil
	case errors.Is(err, container.ErrNotPlan):
		return false, nil, nil
	case err != nil:
		return false, nil, err
	}
	all := true
	for _, p := range plans {
		all = all && p.File != "" && p.Err == nil
		beside = append(beside, p.File)
		err = errors.Join(err, p.Close())
	}
	if !all {
		beside = nil
	}
	return true, beside, err
}

// keepPointers keeps the models whose plans were not found as files of their own, so that no plan is
// judged twice.
func (w *walker) keepPointers() {
	for _, p := range w.pointers {
		known := func(path string) bool {
			return slices.Contains(w.plans[filepath.Dir(path)], filepath.Base(path))
		}
		if !slices.ContainsFunc(p.beside, func(path string) bool { return !known(path) }) {
			continue
		}
		w.plans[p.folder] = append(w.plans[p.folder], p.name)
	}
}
