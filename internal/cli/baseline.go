package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newBaseline returns the baseline command.
func newBaseline(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep the sizes that gate compares with",
		Long: `The baseline is a small JSON file to be committed: the sizes of plans that were accepted, by path,
TensorRT version, GPU and label, and what says later why one has grown. docs/gate.md says more.`,
		GroupID: groupPlans,
		Args:    usageOf(cobra.NoArgs),
		RunE:    func(*cobra.Command, []string) error { return usagef("say what to do: update, show or prune") },
	}
	cmd.AddCommand(newBaselineUpdate(a), newBaselineShow(a), newBaselinePrune(a))
	return cmd
}

// newBaselineShow returns the command that lists the entries.
func newBaselineShow(a *app) *cobra.Command {
	s := &settings{}
	flags := &baselineFlags{}
	cmd := &cobra.Command{
		Use:   "show [flags]",
		Short: "List the entries of the baseline",
		Long: `show lists the entries of the baseline, and which of them are stale: their files are not there any
more.

Exit status: 0; 2 wrong usage; 3 there is no baseline, or it cannot be read.`,
		Example: "  planlint baseline show",
		Args:    usageOf(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			return a.changeBaseline(s, flags, "baseline show", func(b *gate.Baseline, folder string) ([]result.BaselineChange, error) {
				stale := map[gate.Key]result.BaselineChange{}
				for _, change := range b.Stale(existsIn(folder), false) {
					stale[gate.KeyOf(change.Entry)] = change
				}
				var all []result.BaselineChange
				for _, e := range b.Entries() {
					change, is := stale[gate.KeyOf(e)]
					if !is {
						change = result.BaselineChange{Change: result.BaselineKept, Entry: e}
					}
					all = append(all, change)
				}
				return all, nil
			}, false)
		},
	}
	flags.add(cmd.Flags())
	s.add(cmd, "baseline show", printFlags, []string{"config"})
	return cmd
}

// newBaselinePrune returns the command that removes stale entries.
func newBaselinePrune(a *app) *cobra.Command {
	s := &settings{}
	flags := &baselineFlags{}
	var superseded, dry bool
	cmd := &cobra.Command{
		Use:   "prune [flags]",
		Short: "Remove stale entries from the baseline",
		Long: `prune removes the entries whose files are not there any more. With --superseded it removes those, too,
that an entry of a later TensorRT version of the same plan, GPU and label has replaced.

Exit status: 0; 2 wrong usage; 3 there is no baseline, or it cannot be read; 4 it cannot be written.`,
		Example: "  planlint baseline prune --dry-run",
		Args:    usageOf(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			return a.changeBaseline(s, flags, "baseline prune", func(b *gate.Baseline, folder string) ([]result.BaselineChange, error) {
				stale := b.Stale(existsIn(folder), superseded)
				if dry {
					return stale, nil
				}
				b.Remove(stale)
				for i := range stale {
					stale[i].Change = result.BaselineRemoved
				}
				return stale, nil
			}, !dry)
		},
	}
	flags.add(cmd.Flags())
	addToggle(cmd.Flags(), &superseded, "superseded", "", "remove entries of earlier TensorRT versions, too")
	addToggle(cmd.Flags(), &dry, "dry-run", "", "say what would be removed, and leave the file as it is")
	s.add(cmd, "baseline prune", printFlags, []string{"config"})
	return cmd
}

// changeBaseline does something with a baseline that is there, and writes it if it was changed.
func (a *app) changeBaseline(s *settings, flags *baselineFlags, command string, change func(*gate.Baseline, string) ([]result.BaselineChange, error), write bool) error {
	targets, err := s.targets(command, nil)
	if err != nil {
		return err
	}
	document := result.NewDocument[result.BaselineChange](result.SchemaBaselineChanges, toolVersion())
	file, err := openBaseline(flags.path(s), false)
	var changes []result.BaselineChange
	if err == nil {
		changes, err = change(file.baseline, filepath.Dir(file.path))
	}
	if err == nil && write && len(changes) > 0 {
		err = file.save()
	}
	if err != nil {
		f := failed(flags.path(s), err)
		a.complain(f.File + ": " + f.Message)
		document.Errors, document.Exit = append(document.Errors, f.Error), f.code
	} else {
		document.Results = append(document.Results, changes...)
	}
	return printAll(a, s, baselineView(command), document, targets)
}

func baselineView(command string) view[result.BaselineChange] {
	return view[result.BaselineChange]{
		command: command, schema: result.SchemaBaselineChanges,
		formats: map[string]func(io.Writer, result.Document[result.BaselineChange], report.Options) error{
			report.Text:     report.BaselineText,
			report.Markdown: report.BaselineMarkdown,
		},
	}
}

// baselineFile is a baseline and the file that it is in.
type baselineFile struct {
	path     string
	baseline *gate.Baseline
	// was is the content that was read; nil if there was no file.
	was []byte
}

// openBaseline reads a baseline. One that is not there is empty, if that is allowed.
func openBaseline(path string, create bool) (*baselineFile, error) {
	b, was, err := readBaseline(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && create:
		return &baselineFile{path: path, baseline: &gate.Baseline{}}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("there is no baseline: planlint baseline update PLAN... writes one")
	case err != nil:
		return nil, err
	}
	return &baselineFile{path, b, was}, nil
}

// save writes the baseline, whole or not at all, unless somebody else has written it meanwhile.
func (f *baselineFile) save() error {
	var text bytes.Buffer
	if err := report.Baseline(&text, f.baseline.Document()); err != nil {
		return err
	}
	now, err := os.ReadFile(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &environmentError{plainError(err)}
	}
	switch {
	case (err == nil) != (f.was != nil) || !bytes.Equal(now, f.was):
		return &environmentError{errors.New("was written by another program meanwhile, and is left as it is: run this again")}
	case bytes.Equal(now, text.Bytes()):
		return nil
	}
	if err := writeFile(f.path, f.was != nil, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err }); err != nil {
		return &environmentError{fmt.Errorf("cannot be written: %w", err)}
	}
	return nil
}
