package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
	"github.com/planlint/planlint/report"
)

// newDemo returns the demo command.
func newDemo(a *app) *cobra.Command {
	s := &settings{}
	keep := ""
	cmd := &cobra.Command{
		Use:   "demo [flags]",
		Short: "Judge the padded plan of TensorRT issue 4841, made up on the spot",
		Long: `demo writes the padded plan of https://github.com/NVIDIA/TensorRT/issues/4841 and judges it:
1,100,136 bytes of content and 5,486,674,044 zeros, as sparse files that take about 1 MB each in a
temporary folder. The issue does not say where the header puts the end of the plan, so every layout
that is possible is tried. The content is made up; no builder made it and none would load it.`,
		Example: `  planlint demo
  planlint demo --keep plans && planlint plans`,
		GroupID: groupProject,
		Args:    usageOf(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.demo(cmd.Context(), s, keep) },
	}
	s.add(cmd, "demo", []string{"verbose", "color"})
	cmd.Flags().Var(newName(&keep), "keep", "write the plans to `FOLDER`, which must be new or empty, and leave them there")
	return cmd
}

func (a *app) demo(ctx context.Context, s *settings, keep string) (err error) {
	folder := keep
	if keep != "" {
		if err := newFolder(keep); err != nil {
			return err
		}
	} else {
		if folder, err = temporaryFolder("demo"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	}
	seed := fixtures.SeedPadded(fixtures.InsideBehindEndTag)
	if err := a.say(`The padded plan of https://github.com/NVIDIA/TensorRT/issues/4841: 1,100,136 bytes of content and
5,486,674,044 zeros, %s bytes in all. The content is made up.
Which of these layouts TensorRT 11.2 uses is not known: the issue does not show the plan's header.
`, units.FormatBytes(seed.Size())); err != nil {
		return err
	}
	for _, layout := range fixtures.Layouts() {
		path := filepath.Join(folder, layout.String()+".plan")
		if err := writePlan(ctx, path, fixtures.SeedPadded(layout)); err != nil {
			return err
		}
		if err := a.say("\n%s:\n", sentence(layout.Describe())); err != nil {
			return err
		}
		if err := a.demoScan(ctx, path, s); err != nil {
			return err
		}
	}
	if keep != "" {
		return a.say("\nThe plans are in %s.\n", report.Visible(keep))
	}
	return nil
}

func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// newFolder makes a folder, or accepts one that is empty.
func newFolder(path string) error {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return &environmentError{err}
	}
	files, err := os.ReadDir(path)
	if err != nil {
		return &environmentError{err}
	}
	if len(files) > 0 {
		return usagef("%s is not empty", path)
	}
	return nil
}

func writePlan(ctx context.Context, path string, plan fixtures.Recipe) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return &environmentError{err}
	}
	err = plan.WriteTo(ctx, file)
	if full := (*fs.PathError)(nil); errors.As(err, &full) { // which has the name
		err = &environmentError{full}
	}
	return errors.Join(err, file.Close())
}

// demoScan judges one plan and prints its headline, or all of it.
func (a *app) demoScan(ctx context.Context, path string, s *settings) error {
	bar := newProgress(io.Discard, "never", false)
	defer bar.stop()
	_, workers := s.share(1)
	x := examiner[result.Scan]{look: scanView().look, options: s.analysis(workers, bar), progress: bar}
	o := x.examine(ctx, entry{name: path, shown: filepath.Base(path)})
	options := a.reportOptions(s)
	options.Brief = !s.verbose
	for _, r := range o.results {
		if err := report.ScanText(a.stdout, r, options); err != nil {
			return err
		}
	}
	for _, f := range o.failures {
		return fmt.Errorf("%s: %s", f.File, f.Message)
	}
	return nil
}

func (a *app) say(format string, values ...any) error {
	_, err := fmt.Fprintf(a.stdout, format, values...)
	return err
}
