package gate

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v4"

	"github.com/planlint/planlint/internal/result"
)

// Parse reads the section gate of a file of settings. file is what errors and sources call it. An error has line and
// column.
func Parse(file string, node *yaml.Node) (*Settings, error) {
	p := parser{file}
	s := &Settings{File: file}
	err := p.mapping(node, "gate",
		field{"budgets", func(node *yaml.Node) error {
			return p.list(node, "budgets", func(entry *yaml.Node) error {
				budget, err := p.budget(entry)
				s.Budgets = append(s.Budgets, budget)
				return err
			})
		}},
		field{"allow", func(node *yaml.Node) error {
			return p.list(node, "allow", func(entry *yaml.Node) error {
				allow, err := p.allow(entry)
				s.Allow = append(s.Allow, allow)
				return err
			})
		}},
		p.text("baseline", &s.Baseline), p.text("label", &s.Label))
	if err != nil {
		return nil, err
	}
	return s, nil
}

// budget reads an entry of budgets.
func (p parser) budget(node *yaml.Node) (Budget, error) {
	b := Budget{Source: p.source(node)}
	fields := p.selector(&b.Selector)
	err := p.mapping(node, "an entry of budgets", append(fields,
		p.bytes("max", &b.Max), p.growth("growth", &b.Growth, defaultAbove), p.growth("drift", &b.Drift, defaultAbove), p.bytes("longest-run", &b.LongestRun),
		p.ratio(&b.Ratio),
		parsed(p, "expect-version", ParseVersion, func(text string, at *yaml.Node) { b.Version = &Word{text, p.source(at)} }),
		parsed(p, "expect-sm", ParseSM, func(text string, at *yaml.Node) { b.SM = &Word{text, p.source(at)} }),
		field{"sections", func(node *yaml.Node) error {
			list, err := p.words(node, "sections")
			b.Sections = &Words{list, p.source(node)}
			return err
		}},
		p.spread(&b.Spread),
		p.bytes("sum", &b.Sum), p.bytes("median", &b.Median), p.growth("outlier", &b.Outlier, 0), p.count("count", &b.Count), p.count("stages", &b.Stages),
	)...)
	if err == nil {
		err = p.checkSelector(node, b.Selector, "an entry of budgets")
	}
	if err == nil && b.Ranks == "" && (b.Sum != nil || b.Median != nil || b.Outlier != nil || b.Count != nil || b.Stages != nil) {
		err = p.fail(node, "sum, median, outlier, count and stages are for a rank set: the entry names it with \"ranks: FOLDER\"")
	}
	if err == nil && b.Count != nil && b.Stages != nil && b.Count.Number%b.Stages.Number != 0 {
		err = p.fail(node, "%d ranks cannot be divided into %d stages", b.Count.Number, b.Stages.Number)
	}
	if err == nil && b.Limits == (Limits{}) {
		err = p.fail(node, "the entry sets no budget")
	}
	return b, err
}

// selector has the fields that say which plans are meant.
func (p parser) selector(s *Selector) []field {
	pattern := func(key string, value *string) field {
		return field{key, func(node *yaml.Node) error {
			text, err := p.scalar(node, key)
			if err != nil {
				return err
			}
			if !doublestar.ValidatePattern(text) {
				return p.fail(node, "%s: %q is no pattern: a [ or { in it does not end", key, text)
			}
			if strings.HasPrefix(text, "/") || strings.Contains(text, "\\") {
				return p.fail(node, "%s: %q: paths are relative to the folder of this file, and have slashes", key, text)
			}
			*value = cleanPath(text)
			return nil
		}}
	}
	return []field{pattern("plan", &s.Plan), p.text("triton", &s.Triton), pattern("ranks", &s.Ranks)}
}

// cleanPath is the shortest spelling of a path. A pattern with a slash at its end means folders, and so all below them.
func cleanPath(text string) string {
	if strings.HasSuffix(text, "/") && strings.ContainsAny(text, wildcards) {
		text += "**"
	}
	return path.Clean(text)
}

func (p parser) checkSelector(node *yaml.Node, s Selector, what string) error {
	named := 0
	for _, name := range []string{s.Plan, s.Triton, s.Ranks} {
		if name != "" {
			named++
		}
	}
	if named != 1 {
		return p.fail(node, "%s says which plans it is for by one of plan, triton, ranks; this one has %d of them", what, named)
	}
	return nil
}

// growth reads a percentage, or a mapping of a floor and a percentage, or "none".
func (p parser) growth(key string, value **Growth, above int64) field {
	return field{key, func(node *yaml.Node) error {
		g := &Growth{Above: above, Source: p.source(node)}
		*value = g
		if node.Kind == yaml.ScalarNode && node.Value == "none" {
			g.Off = true
			return nil
		}
		percent := parsed(p, "percent", ParsePercent, func(percent Percent, _ *yaml.Node) { g.Percent = percent })
		if node.Kind == yaml.ScalarNode {
			percent = parsed(p, key, ParsePercent, func(percent Percent, _ *yaml.Node) { g.Percent = percent })
			return percent.set(node)
		}
		if err := p.mapping(node, key, p.size("above", &g.Above), percent); err != nil {
			return err
		}
		if g.Percent.value == nil {
			return p.fail(node, "%s needs a percentage: \"percent: 5%%\"", key)
		}
		return nil
	}}
}

// ratio reads what a size is compared with, and how many times as large it may be.
func (p parser) ratio(value **RatioTo) field {
	return field{"ratio", func(node *yaml.Node) error {
		r := &RatioTo{Of: OfFile, Above: defaultRatioAbove, Source: p.source(node)}
		*value = r
		err := p.mapping(node, "ratio", p.text("to", &r.To),
			parsed(p, "max", ParseRatio, func(ratio Ratio, _ *yaml.Node) { r.Max = ratio }),
			p.size("above", &r.Above),
			field{"of", func(node *yaml.Node) error {
				text, err := p.scalar(node, "of")
				if err == nil && !slices.Contains([]RatioOf{OfFile, OfWeights}, RatioOf(text)) {
					err = p.fail(node, "of: it is file or weights")
				}
				r.Of = RatioOf(text)
				return err
			}})
		switch {
		case err != nil:
			return err
		case r.To == "":
			return p.fail(node, "ratio needs a file to compare with: \"to: model.onnx\"")
		case r.Max.value == nil:
			return p.fail(node, "ratio needs a factor: \"max: 1.5\"")
		}
		return nil
	}}
}

// defaultRatioAbove is the size in bytes up to which a plan is never too large for its model: kernels and tables
// outweigh a small model's weights.
const defaultRatioAbove = 32 << 20

// spread reads a size, or the name of a file with builds.
func (p parser) spread(value **Spread) field {
	return field{"spread", func(node *yaml.Node) error {
		text, err := p.scalar(node, "spread")
		if err != nil {
			return err
		}
		s, err := ParseSpread(text)
		if err != nil {
			return p.fail(node, "spread: %v", err)
		}
		s.Source = p.source(node)
		*value = &s
		return nil
	}}
}

// ParseSpread reads a size, or the name of a file with builds: what starts with a digit is a size.
func ParseSpread(text string) (Spread, error) {
	if strings.HasSuffix(text, ".json") {
		return Spread{File: text}, nil
	}
	size, err := parseSize(text)
	return Spread{Bytes: size}, err
}

// allow reads an entry of allow.
func (p parser) allow(node *yaml.Node) (Allow, error) {
	a := Allow{Source: p.source(node)}
	fields := p.selector(&a.Selector)
	err := p.mapping(node, "an entry of allow", append(fields,
		field{"budget", func(node *yaml.Node) error { return p.allowed(node, &a) }},
		p.size("up-to", &a.UpTo), p.text("reason", &a.Reason),
		parsed(p, "expires", parseDay, func(day time.Time, _ *yaml.Node) { a.Expires = day }))...)
	switch {
	case err != nil:
		return a, err
	case len(a.Budgets)+len(a.Rules) == 0:
		return a, p.fail(node, "an entry of allow says what may be crossed: \"budget: growth\", or a rule such as PL203")
	case strings.TrimSpace(a.Reason) == "":
		return a, p.fail(node, "an entry of allow needs a reason")
	case a.Expires.IsZero():
		return a, p.fail(node, "an entry of allow needs the last day on which it counts: \"expires: 2027-01-31\"")
	}
	return a, p.checkSelector(node, a.Selector, "an entry of allow")
}

// allowed reads the budgets and rules that may be crossed.
func (p parser) allowed(node *yaml.Node, a *Allow) error {
	words, err := p.words(node, "budget")
	for _, word := range words {
		switch {
		case ruleID.MatchString(word):
			a.Rules = append(a.Rules, word)
		case slices.Contains(Budgets(), result.GateBudget(word)):
			a.Budgets = append(a.Budgets, result.GateBudget(word))
		case err == nil:
			err = p.fail(node, "budget: %q is neither a budget (%s) nor a rule such as PL203", word, BudgetList(Budgets()))
		}
	}
	return err
}

var ruleID = regexp.MustCompile(`^PL\d{3}$`)
