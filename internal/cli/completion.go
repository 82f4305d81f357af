package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planlint/planlint/report"
)

// addCompletions says what shells offer for the arguments and flags of every command, where they would offer something else:
// plans are any files, since their names say nothing.
func addCompletions(root *cobra.Command) {
	root.ValidArgsFunction = anyFile // else only commands are offered
	commands := []*cobra.Command{root}
	for len(commands) > 0 {
		cmd := commands[0]
		commands = append(commands[1:], cmd.Commands()...)
		switch cmd.Name() {
		case "predict", "fix", "build":
			cmd.ValidArgsFunction = filesNamed("onnx")
		case "print":
			cmd.ValidArgsFunction = filesNamed("json")
		case "gate":
			cmd.ValidArgsFunction = anyFile // as for planlint itself
		case "doctor", "version", "demo", "show", "prune":
			cmd.ValidArgsFunction = cobra.NoFileCompletions
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			var offered cobra.CompletionFunc
			switch flag.Name {
			case "model":
				offered = filesNamed("onnx")
			case "baseline", "spread":
				offered = filesNamed("json")
			case "config":
				offered = filesNamed("yaml", "yml")
			case "write":
				offered = formatFiles(formatsOf(cmd))
			}
			if _, known := cmd.GetFlagCompletionFunc(flag.Name); offered != nil && !known {
				// The flag exists and has none yet, so there is nothing that can fail.
				_ = cmd.RegisterFlagCompletionFunc(flag.Name, offered)
			}
		})
	}
}

func anyFile(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// filesNamed offers folders, and files with one of some extensions.
func filesNamed(extensions ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// formatsOf are the formats of a command; planlint itself is scan.
func formatsOf(cmd *cobra.Command) []string {
	if !cmd.HasParent() {
		return report.Formats("scan")
	}
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return report.Formats(name)
}

// formatFiles offers FORMAT=, and behind it files.
func formatFiles(formats []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (offered []string, _ cobra.ShellCompDirective) {
		format, path, found := strings.Cut(typed, "=")
		if !found {
			for _, f := range formats {
				offered = append(offered, f+"=")
			}
			return offered, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
		}
		folder, start := filepath.Split(path)
		entries, err := os.ReadDir(filepath.Clean("./" + folder))
		if filepath.IsAbs(path) {
			entries, err = os.ReadDir(folder)
		}
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		directive := cobra.ShellCompDirectiveNoFileComp
		for _, e := range entries {
			switch {
			case !strings.HasPrefix(e.Name(), start) || start == "" && strings.HasPrefix(e.Name(), "."):
			case e.IsDir():
				offered, directive = append(offered, format+"="+folder+e.Name()+"/"), directive|cobra.ShellCompDirectiveNoSpace
			default:
				offered = append(offered, format+"="+folder+e.Name())
			}
		}
		return offered, directive
	}
}
