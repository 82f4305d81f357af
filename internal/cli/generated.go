package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// strict makes the commands that cobra adds by itself refuse what they do not know, like all others. Their
// output must be set before.
func strict(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "completion":
			strictCompletion(cmd)
		case "help":
			cmd.RunE = helpOf
		}
	}
}

func strictCompletion(cmd *cobra.Command) {
	var shells []string
	for _, shell := range cmd.Commands() {
		shell.Args = usageOf(cobra.NoArgs)
		shells = append(shells, shell.Name())
	}
	slices.Sort(shells)
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return usagef("there is no completion for %q, only for %s", args[0], strings.Join(shells, ", "))
	}
}

// helpOf shows the help of the command that is named.
func helpOf(cmd *cobra.Command, args []string) error {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return usagef("there is no command %q; \"planlint --help\" lists them", strings.Join(args, " "))
	}
	found.InitDefaultHelpFlag()
	found.InitDefaultVersionFlag()
	return found.Help()
}
