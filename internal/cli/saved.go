package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/input"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// maxSaved is how large a saved document may be, in bytes: more than those of a thousand plans.
const maxSaved = 1 << 30

// newPrint returns the print command.
func newPrint(a *app) *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "print [flags] RESULT.json",
		Short: "Print a saved JSON result in another format",
		Long: `print reads what a command printed with --format json, and prints it in any format that the
command has. No plan is read again.

In CI one job can so judge plans, and another one write the comment: what the first hands on is data,
and names in it are escaped whatever they are (docs/ci.md).

Exit status: that of the command that was saved; 2 for a format that it does not have; 3 for a file
that is no such document.`,
		Example: `  planlint scan --format json engines/ > scan.json
  planlint print --format md scan.json
  planlint print --format sarif - < scan.json`,
		GroupID: groupProject,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return usagef("print needs one saved result, and %d are named", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return a.printSaved(cmd.Context(), s, args[0]) },
	}
	s.add(cmd, "print", printFlags, []string{"fail-on", "config"})
	return cmd
}

// savedKinds has for each schema what prints its documents.
func savedKinds() map[string]func(*app, *settings, []byte, []entry) error {
	return map[string]func(*app, *settings, []byte, []entry) error{
		result.SchemaScan:    savedAs(scanView()),
		result.SchemaInfo:    savedAs(infoView(infoLook{})),
		result.SchemaMap:     savedAs(mapView()),
		result.SchemaCompare: savedAs(compareView()),
		result.SchemaExplain: savedAs(explainView()),
		result.SchemaPredict: savedAs(predictView()),
		result.SchemaFix:     savedAs(fixView()),
		result.SchemaVerify:  savedAs(verifyView()),
		result.SchemaBuild:   savedAs(buildView()),
		result.SchemaGate:    savedAs(gateView()),
		result.SchemaFit:     savedAs(fitView()),

		result.SchemaGateSelftest: savedAs(selftestView()),
		result.SchemaReport:       savedAs(reportView()),
	}
}

func (a *app) printSaved(ctx context.Context, s *settings, name string) error {
	var text []byte
	shown := input.DisplayName(name)
	source, err := input.Open(ctx, name, input.Options{Stdin: a.stdin})
	if err == nil {
		if source.Size() > maxSaved {
			err = fmt.Errorf("%d bytes are no saved result", source.Size())
		} else {
			text, err = io.ReadAll(io.NewSectionReader(source, 0, source.Size()))
		}
		err = errors.Join(err, source.Changed(), source.Close())
	}
	var header struct {
		Schema string `json:"schema"`
	}
	if err == nil && (json.Unmarshal(text, &header) != nil || !strings.HasPrefix(header.Schema, "planlint/")) {
		err = errors.New("no result that planlint saved (--format json)")
	}
	print, known := savedKinds()[header.Schema]
	if err == nil && !known {
		err = fmt.Errorf("results of %q are not printed anew", header.Schema)
	}
	if err == nil {
		err = print(a, s, text, []entry{{name: name}})
	}
	var bad *savedError
	if err == nil || isUsage(err) || known && !errors.As(err, &bad) {
		return err
	}
	a.complain(shown + ": " + oneLine(err.Error()))
	return status(exitNoJudgement)
}

// savedError says why a document cannot be printed.
type savedError struct{ error }

// savedAs prints a document of one kind of results.
func savedAs[R any](v view[R]) func(*app, *settings, []byte, []entry) error {
	return func(a *app, s *settings, text []byte, inputs []entry) error {
		if !report.HasFormat(v.command, s.format) {
			return usagef("the result is of planlint %s, which has the formats %s", v.command, strings.Join(report.Formats(v.command), ", "))
		}
		targets, err := s.targets(v.command, inputs)
		if err != nil {
			return err
		}
		var document result.Document[R]
		if err := json.Unmarshal(text, &document); err != nil {
			return &savedError{err}
		}
		if !slices.Contains([]int{exitClean, exitFindings, exitNoJudgement, exitEnvironment}, document.Exit) {
			return &savedError{fmt.Errorf("no command ends with exit status %d after results", document.Exit)}
		}
		formats := []string{s.format}
		for _, t := range targets {
			formats = append(formats, t.format)
		}
		for _, format := range formats {
			if err := printable(v, format, document, a.fileOptions(s)); err != nil {
				return err
			}
		}
		return printAll(a, s, v, document, targets)
	}
}

// printable prints to nowhere, and tells whether a document can be printed: one that another program wrote, or that was cut, may
// contradict itself in ways that no result does, and that nothing that prints results expects.
func printable[R any](v view[R], format string, document result.Document[R], options report.Options) (err error) {
	defer func() {
		if recover() != nil {
			err = &savedError{errors.New("its parts contradict each other, so planlint did not write it")}
		}
	}()
	return v.print(io.Discard, format, document, options)
}
