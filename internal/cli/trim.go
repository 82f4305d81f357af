package cli

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/sparse"
	"github.com/planlint/planlint/report"
	"github.com/planlint/planlint/zerorun"
)

// newTrim returns the trim command.
func newTrim(a *app) *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "trim [flags] PLAN -o PATH",
		Short: "Copy a plan without disk space for its zeros",
		Long: `trim makes a sparse copy of a plan: the same bytes, but blocks of zeros are holes that take no
room on disk. Programs that read the copy see no difference. Copying it on to another disk, into an
image or over a network may fill the holes again: trim saves disk here, and cures nothing.

The copy is written beside PATH, read back and compared by SHA-256, and gets its name only then.
It has the mode and time of the plan. PATH must be given; it is not overwritten without --force.
PLAN is a file, an address, or "-" for standard input.`,
		Example: `  planlint trim engine.plan -o engine.sparse.plan
  zstd -dc engine.plan.zst | planlint trim - -o engine.plan`,
		GroupID: groupPlans,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("trim copies one plan, and %d are named", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.trim(cmd.Context(), s, args[0]) },
	}
	s.add(cmd, "trim", []string{"output", "force", "format", "quiet", "color", "raw", "progress", "config"})
	return cmd
}

func (a *app) trim(ctx context.Context, s *settings, name string) error {
	switch {
	case s.output == "":
		return usagef("-o PATH is missing: where should the copy go?")
	case s.output == "-":
		return usagef("-o -: a sparse copy is a file, not a stream (./- is a file)")
	case sameFile(name, s.output):
		return usagef("%s is the plan itself: give the copy another name", s.output)
	}
	if err := checkTarget(s.output, s.force); err != nil {
		return &usageError{err.Error()}
	}
	document := result.NewDocument[result.Trim](result.SchemaTrim, toolVersion())
	shown := input.DisplayName(name)
	trimmed, err := a.trimmed(ctx, s, name, shown)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := failed(shown, err)
		a.complain(f.File + ": " + f.Message)
		document.Errors, document.Exit = append(document.Errors, f.Error), f.code
	} else {
		document.Results = append(document.Results, trimmed)
	}
	switch {
	case s.format == report.JSONName:
		err = report.JSON(a.stdout, document)
	case err == nil:
		return report.TrimText(a.stdout, trimmed, a.reportOptions(s))
	default:
		err = nil
	}
	if err == nil && document.Exit != exitClean {
		err = status(document.Exit)
	}
	return err
}

// trimmed makes the copy.
func (a *app) trimmed(ctx context.Context, s *settings, name, shown string) (result.Trim, error) {
	bar := newProgress(a.stderr, s.progress, isTerminal(a.stderr))
	defer bar.stop()
	source, err := input.Open(ctx, name, input.Options{Stdin: a.stdin})
	if err != nil {
		return result.Trim{}, err
	}
	defer source.Close()
	in := inputOf(entry{shown: shown}, source)
	if !s.raw { // only plans are copied, damaged or not
		if _, err := analyze.Info(ctx, in, s.analysis(1, bar)); err != nil {
			return result.Trim{}, err
		}
	}
	bar.expect(2 * source.Size())
	made, err := copySparse(ctx, source, s, bar)
	made.File, made.AllocatedBefore = shown, in.Allocated
	return made, err
}

// copySparse writes the copy beside its target and gives it its name once it is proven.
func copySparse(ctx context.Context, source input.Source, s *settings, bar *progress) (result.Trim, error) {
	made := result.Trim{Output: s.output, Size: source.Size()}
	target, err := replace.Create(s.output, s.force)
	if err != nil {
		return made, &environmentError{err}
	}
	discard := func(err error) (result.Trim, error) { return made, errors.Join(err, target.Discard()) }
	sum, err := sparse.Trim(ctx, target.File, source, source.Size(), bar.add)
	if err != nil {
		return discard(notWritten(s.output, err))
	}
	made.SHA256 = hex.EncodeToString(sum[:])
	if err := source.Changed(); err != nil {
		return discard(err)
	}
	if err := keepAttributes(source, target.File); err != nil {
		return discard(&environmentError{target.Named(err)})
	}
	if err := target.Sync(); err != nil { // file systems that allocate late know the blocks only now
		return discard(&environmentError{err})
	}
	if f, err := zerorun.NewFile(target.File); err == nil {
		if allocated, known := f.Allocated(); known {
			made.AllocatedAfter = &allocated
		}
	}
	if err := target.Commit(); err != nil {
		return discard(&environmentError{err})
	}
	return made, nil
}

// notWritten names the copy where it could not be written.
func notWritten(output string, err error) error {
	var write *sparse.WriteError
	if !errors.As(err, &write) {
		return err
	}
	return &environmentError{fmt.Errorf("writing %s: %w", output, write.Unwrap())}
}

// keepAttributes gives the copy the mode and time of a source that is a file.
func keepAttributes(source input.Source, target *os.File) error {
	if source.Path() == "" {
		return nil
	}
	info, err := os.Stat(source.Path())
	if err != nil {
		return err
	}
	if err := target.Chmod(info.Mode().Perm()); err != nil {
		return fmt.Errorf("mode of the copy: %w", err)
	}
	return os.Chtimes(target.Name(), info.ModTime(), info.ModTime())
}

// environmentError is a failure of the machine, such as a full disk.
type environmentError struct{ error }

func (e *environmentError) Unwrap() error { return e.error }

// ExitCode is the status for "the environment cannot do it".
func (*environmentError) ExitCode() int { return exitEnvironment }

func asEnvironment(err error) error {
	if err == nil {
		return nil
	}
	return &environmentError{err}
}
