package cli

import (
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// The groups of commands in help. A group is there once a command is in it.
const (
	groupPlans    = "plans"
	groupModels   = "models"
	groupTensorRT = "tensorrt"
	groupProject  = "project"
)

// newRoot returns the planlint command, which is scan unless an argument names another one.
func newRoot(a *app) *cobra.Command {
	scan := newScan(a)
	root := &cobra.Command{
		Use:   "planlint [flags] PLAN...",
		Short: "Find out why a serialized TensorRT engine is larger than it should be",
		Long: `planlint finds out why a serialized TensorRT engine ("plan") is larger than it should be,
and proves it from the plan's bytes. That needs neither TensorRT nor a GPU.

"planlint engine.plan" is "planlint scan engine.plan". A file with the name of a command
is named by its path, as in ./map, or after "--".

Exit status: 0 nothing found, 1 findings, 2 wrong usage, 3 no judgement possible (unreadable,
not a plan, damaged), 4 the environment cannot do it, 130 or 143 interrupted or terminated.`,
		Example: `  planlint engine.plan
  planlint info engine.plan
  planlint demo`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		PreRunE:       scan.PreRunE,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needPlans(cmd, args); err != nil {
				return err
			}
			if err := suggest(cmd, args); err != nil {
				return err
			}
			return scan.RunE(cmd, args)
		},
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
	}
	root.Version = toolVersion()
	root.SetVersionTemplate(versionText())
	// The same flags, so that the two ways to write a scan are one.
	root.SuggestionsMinimumDistance = 2
	root.Flags().SortFlags = false
	root.Flags().AddFlagSet(scan.Flags())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err.Error()} })
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped "+strconv.Itoa(helpWidth)+" "))
	root.AddGroup(&cobra.Group{ID: groupPlans, Title: "Plans:"}, &cobra.Group{ID: groupModels, Title: "Models:"}, &cobra.Group{ID: groupTensorRT, Title: "TensorRT:"}, &cobra.Group{ID: groupProject, Title: "Project:"})
	root.SetHelpCommandGroupID(groupProject)
	root.SetCompletionCommandGroupID(groupProject)
	root.AddCommand(scan, newInfo(a), newMap(a), newExplain(a), newCompare(a), newGate(a), newBaseline(a), newReport(a), newTrim(a), newPredict(a), newFix(a), newBuild(a), newVerify(a), newDoctor(a, groupTensorRT), newCore(a), newRules(a), newPrint(a), newDemo(a), newVersion(a))
	addCompletions(root)
	fillHelp(root)
	return root
}

// suggest refuses a name that is no file and looks like a command's.
func suggest(cmd *cobra.Command, args []string) error {
	files := cmd.ArgsLenAtDash() // what stands after "--" is a file
	for i, arg := range args {
		if files >= 0 && i >= files {
			return nil
		}
		if strings.ContainsAny(arg, `./\:`) || arg == "-" {
			continue
		}
		if _, err := os.Lstat(arg); err == nil {
			continue
		}
		if near := cmd.SuggestionsFor(arg); len(near) > 0 {
			return usagef("%q is neither a file nor a command; did you mean \"planlint %s\"?", arg, near[0])
		}
	}
	return nil
}
