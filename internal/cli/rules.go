package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planlint/planlint/analyze"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// newRules returns the rules command.
func newRules(a *app) *cobra.Command {
	s := &settings{}
	cmd := &cobra.Command{
		Use:   "rules [ID...]",
		Short: "List the rules, or show the pages of some",
		Long: `rules lists the rules that plans are judged by. With IDs it shows their pages: what each
finds, when it is an error, and what to do about it.`,
		Example: `  planlint rules
  planlint rules PL103
  planlint rules --format md > rules.md`,
		GroupID:           groupProject,
		ValidArgsFunction: completeRules,
		RunE: func(_ *cobra.Command, ids []string) error {
			rules, err := findRules(ids)
			if err != nil {
				return err
			}
			return a.printRules(rules, len(ids) > 0, s)
		},
	}
	s.add(cmd, "rules", []string{"format", "color"})
	return cmd
}

// findRules returns the rules with some IDs, or all.
func findRules(ids []string) ([]result.Rule, error) {
	book := analyze.Rules()
	if len(ids) == 0 {
		return book, nil
	}
	var found []result.Rule
	for _, id := range ids {
		at := slices.IndexFunc(book, func(r result.Rule) bool { return strings.EqualFold(r.ID, id) })
		if at < 0 {
			return nil, usagef("there is no rule %s; \"planlint rules\" lists them", id)
		}
		found = append(found, book[at])
	}
	return found, nil
}

func (a *app) printRules(rules []result.Rule, pages bool, s *settings) error {
	switch s.format {
	case report.JSONName:
		document := result.NewDocument[result.Rule](result.SchemaRules, toolVersion())
		document.Results = rules
		return report.JSON(a.stdout, document)
	case report.Markdown:
		return report.RulesMarkdown(a.stdout, rules)
	}
	options := a.reportOptions(s)
	if !pages {
		return report.RulesText(a.stdout, rules, options)
	}
	for i, rule := range rules {
		if i > 0 {
			if _, err := io.WriteString(a.stdout, "\n"); err != nil {
				return err
			}
		}
		if err := report.RulePageText(a.stdout, rule, options); err != nil {
			return err
		}
	}
	return nil
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	for _, rule := range analyze.Rules() {
		ids = append(ids, cobra.CompletionWithDesc(rule.ID, rule.Title))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
