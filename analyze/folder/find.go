package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/planlint/planlint/internal/result"
)

// Found is a file that holds a plan, bare or wrapped.
type Found struct {
	Path string
	// Member says which part of a folder of plans the file is; nil if it is none.
	Member *result.Member
}

// Problem is something wrong in a folder that does not keep the rest from being judged.
type Problem struct {
	Path string
	Err  error
}

// ErrNoPlans says that a folder holds no plan.
var ErrNoPlans = errors.New("no plan")

// NoPlansError is ErrNoPlans with how many files were looked at.
type NoPlansError struct{ Files int }

func (e *NoPlansError) Error() string {
	if e.Files == 1 {
		return "a folder without a plan (1 file looked at)"
	}
	return fmt.Sprintf("a folder without a plan (%d files looked at)", e.Files)
}

// Is reports whether target is ErrNoPlans.
func (e *NoPlansError) Is(target error) bool { return target == ErrNoPlans }

// ExitCode is the exit status of a run that could not judge its input.
func (e *NoPlansError) ExitCode() int { return 3 }

// Find returns the files below root that hold plans, and what is wrong with the folders that they are
// parts of, both sorted by path, with numbers in names in the order of their values. Symbolic links to
// files are followed, those to folders are not (Links lists them), and .git is left out. A file that is named like a
// plan and holds none is a problem, and so is such a link to nothing; other files without one are left out. A root without a plan is ErrNoPlans, unless
// no file in it could be looked at; problems are returned then too.
func Find(ctx context.Context, root string) ([]Found, []Problem, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, nil, err
	}
	if !info.IsDir() {
		return nil, nil, &fs.PathError{Op: "search", Path: root, Err: errors.New("not a folder")}
	}
	w := &walker{ctx: ctx, plans: map[string][]string{}, triton: map[string]*tritonModel{}}
	if err := w.folder(root); err != nil {
		return nil, nil, err
	}
	found, problems := w.sorted()
	if len(found) == 0 && (w.files > 0 || len(problems) == 0) {
		return nil, problems, &NoPlansError{Files: w.files}
	}
	return found, problems, nil
}
