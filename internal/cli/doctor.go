package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/core"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newDoctor returns the doctor command, for the root or for core.
func newDoctor(a *app, group string) *cobra.Command {
	s := &settings{}
	var o core.DoctorOptions
	program := ""
	cmd := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Say which TensorRTs are here, what each can do, and what to do next",
		Long: `doctor looks for TensorRTs, for the workers that drive them, and for GPUs. It starts each worker
and lets it try: can it build a plan here, and run it? For what cannot be done it says why, and
what to do about it.

TensorRTs are looked for in TENSORRT_ROOT, LD_LIBRARY_PATH, the folders of Python's packages, the
system's folders and what core install fetched; workers in PLANLINT_WORKER_DIR, beside planlint, in
../libexec/planlint, in what core install compiled, and in PATH. The working directory is not one
of them. --trt names a folder, or one of those that are found, and looks at that one alone.

Exit status: 0 something can build plans here (of --trt: one of those); 4 nothing can.`,
		Example: `  planlint doctor
  planlint doctor --trt /opt/TensorRT-10.15.1.29
  planlint doctor --format md > tensorrt.md`,
		GroupID: group,
		Args:    usageOf(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.doctor(cmd.Context(), s, o, program)
		},
	}
	flags := cmd.Flags()
	flags.Var(newNames(&o.TRT), "trt", "look at this `FOLDER` or name alone (repeatable)")
	flags.Var(newName(&program), "worker", "use this `PROGRAM` as the worker")
	addToggle(flags, &o.Quick, "quick", "", "start no worker: say only what files tell")
	s.add(cmd, "doctor", printFlags, []string{"progress", "config"})
	return cmd
}

func (a *app) doctor(ctx context.Context, s *settings, o core.DoctorOptions, program string) error {
	targets, err := s.targets("doctor", nil)
	if err != nil {
		return err
	}
	machine := a.machine()
	machine.Worker = program
	late := a.late(s)
	o.Say = late.say
	found, err := core.New(machine).Doctor(ctx, o)
	late.stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	document := result.NewDocument[result.Doctor](result.SchemaDoctor, toolVersion())
	document.Results = append(document.Results, found)
	if !found.CanBuild {
		document.Exit = exitEnvironment
	}
	v := view[result.Doctor]{text: report.DoctorText, formats: map[string]func(io.Writer, result.Document[result.Doctor], report.Options) error{
		report.Markdown: report.DoctorMarkdown,
	}}
	return printAll(a, s, v, document, targets)
}
