package cli

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newVersion returns the version command.
func newVersion(a *app) *cobra.Command {
	format := ""
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which planlint this is",
		Long:    `version prints the version of planlint, the commit and the Go that it was built with.`,
		Example: `  planlint version`,
		GroupID: groupProject,
		Args:    usageOf(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			v := built()
			if format == report.JSONName {
				document := result.NewDocument[result.Version](result.SchemaVersion, v.Version)
				document.Results = append(document.Results, v)
				return report.JSON(a.stdout, document)
			}
			return report.VersionText(a.stdout, v)
		},
	}
	// No settings are read: a broken planlint.yaml must not keep anybody from knowing the version.
	cmd.Flags().VarP(newChoice(&format, report.Formats("version")...), "format", "f", "format of standard output")
	return cmd
}

// versionText is what the command prints, for the flag of the same name.
func versionText() string {
	var text strings.Builder
	_ = report.VersionText(&text, built()) // memory takes everything
	return text.String()
}

// toolVersion is the version that Go stamped into the binary, or "devel".
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// built says what this binary was built from, as far as Go stamped it.
func built() result.Version {
	v := result.Version{Version: toolVersion(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			v.Commit = setting.Value
		case "vcs.modified":
			v.Modified = setting.Value == "true"
		}
	}
	return v
}
