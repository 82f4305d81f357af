package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newCore returns the core command, which has only commands below it.
func newCore(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "core",
		Short: "Find, install and remove TensorRTs and their workers",
		Long: `What needs a real TensorRT runs in a worker, a program that core install compiles once for each
version of TensorRT. core doctor says what is here, what each can do, and what to do next.`,
		Example: `  planlint core doctor
  planlint core install
  planlint core clean`,
		GroupID: groupTensorRT,
		Args:    usageOf(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDoctor(a, ""), newCoreInstall(a), newCoreClean(a))
	return cmd
}

// newCoreInstall returns the core install command.
func newCoreInstall(a *app) *cobra.Command {
	s := &settings{}
	o := core.InstallOptions{}
	cmd := &cobra.Command{
		Use:   "install [flags] [NAME...]",
		Short: "Compile workers, and fetch TensorRT-RTX",
		Long: `install compiles the worker of each TensorRT that is named (` + strings.Join(core.Names(), ", ") + `; none:
rtx, the newest TensorRT-RTX), and fetches what is missing by its name in public registries:

  libraries  of TensorRT-RTX with pip, where none are here; of TensorRT 8.6, 10.15 and 11.2 with
             mvn, only with --libraries yes, for they are large
  headers    of TensorRT-RTX and TensorRT 11 with cargo (crate trtx-sys); of TensorRT 8 and 10 those
             beside your own libraries, or from NVIDIA's public repository with git

Go and a C++ compiler are needed. What is there already is not fetched or compiled again: then no
other program is started and no network is needed. All of it lies in planlint's own folder below
the user's folder for caches (XDG_CACHE_HOME); core clean removes it.

Exit status: 0 everything that was asked for is there; 2 a name that there is nothing for; 4 it
could not be installed.`,
		Example: `  planlint core install
  planlint core install rtx-1.6 rtx-1.7
  planlint core install trt10 --headers /opt/TensorRT-10.15.1.29/include
  planlint core install --trt /opt/TensorRT-10.15.1.29
  planlint core install trt8 --libraries yes`,
		ValidArgs: core.Names(),
		RunE: func(cmd *cobra.Command, names []string) error {
			o.Names = names
			return a.coreInstall(cmd.Context(), s, o)
		},
	}
	flags := cmd.Flags()
	flags.Var(newNames(&o.TRT), "trt", "compile the worker of the TensorRT in this `FOLDER` (repeatable)")
	flags.Var(newChoice(&o.Libraries, core.LibrariesAuto, core.LibrariesYes, core.LibrariesNo), "libraries", "fetch libraries; auto: TensorRT-RTX, where none is here")
	flags.Var(newName(&o.Headers), "headers", "compile against the headers in this `FOLDER`")
	s.add(cmd, "core install", []string{"format", "quiet", "verbose", "color", "config"})
	return cmd
}

func (a *app) coreInstall(ctx context.Context, s *settings, o core.InstallOptions) error {
	o.Say = func(line string) { a.note(s, line) }
	if s.verbose {
		o.Output = a.stderr
	}
	list, err := core.New(a.machine()).Install(ctx, o)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	document := result.NewDocument[result.CoreInstall](result.SchemaCoreInstall, toolVersion())
	for _, one := range list {
		if one.Err != nil {
			message := oneLine(lineOf(one.Err))
			a.complain(one.Name + ": " + message)
			document.Errors = append(document.Errors, result.Error{File: one.Name, Kind: result.KindUnavailable, Message: message})
			document.Exit = worse(document.Exit, codeOf(one.Err))
			continue
		}
		document.Results = append(document.Results, one.CoreInstall)
	}
	return printAll(a, s, view[result.CoreInstall]{text: report.CoreInstallText}, document, nil)
}

// newCoreClean returns the core clean command.
func newCoreClean(a *app) *cobra.Command {
	s := &settings{}
	o := core.CleanOptions{}
	cmd := &cobra.Command{
		Use:   "clean [flags] [NAME...]",
		Short: "Remove what core install made",
		Long: `clean removes the workers, headers and libraries that core install put into planlint's own
folder, of the names that are given as for core install, or all. It does not ask. Without a name it
lists what there is and removes nothing. What lies elsewhere is never touched.`,
		Example: `  planlint core clean
  planlint core clean rtx-1.4 rtx-1.5
  planlint core clean --all`,
		ValidArgs: core.Names(),
		RunE: func(cmd *cobra.Command, names []string) error {
			o.Names = names
			return a.coreClean(cmd.Context(), s, o)
		},
	}
	flags := cmd.Flags()
	addToggle(flags, &o.All, "all", "", "remove everything")
	addToggle(flags, &o.Outdated, "outdated", "", "remove workers of other planlints, and what a killed install left")
	addToggle(flags, &o.DryRun, "dry-run", "", "only list what would be removed")
	s.add(cmd, "core clean", []string{"format", "quiet", "verbose", "color", "config"})
	return cmd
}

func (a *app) coreClean(ctx context.Context, s *settings, o core.CleanOptions) error {
	clean, err := core.New(a.machine()).Clean(ctx, o, func() { a.note(s, "another planlint is installing; waiting for it") })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	document := result.NewDocument[result.CoreClean](result.SchemaCoreClean, toolVersion())
	document.Results = append(document.Results, clean)
	return printAll(a, s, view[result.CoreClean]{text: report.CoreCleanText}, document, nil)
}

// note prints a line about a step on standard error, unless only one line is wanted. Nothing depends on it.
func (a *app) note(s *settings, line string) {
	if !s.quiet && s.progress != "never" {
		fmt.Fprintf(a.stderr, "planlint: %s\n", report.Visible(line))
	}
}
