package cli

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An empty value of a flag is an error, in every command: a script's variable that is not there must not change what
// is done.
func TestEmptyValues(t *testing.T) {
	t.Parallel()
	var try func(*cobra.Command)
	try = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			try(sub)
		}
		cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
			if flag.Value.Set("") == nil {
				t.Errorf("%s --%s takes an empty value (newName and newNames make flags that do not)", cmd.CommandPath(), flag.Name)
			}
		})
	}
	try(newRoot(&app{}))
}
