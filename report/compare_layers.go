package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// layersChangeText sums up the layers.
func layersChangeText(c result.LayerChanges) string {
	text := units.FormatBytes(c.Matched) + " in both"
	if len(c.Changed) > 0 {
		text += fmt.Sprintf(" (%s %s)", units.FormatBytes(int64(len(c.Changed))), plural(len(c.Changed), "differs", "differ"))
	}
	if count := len(c.Regrouped); count > 0 {
		text += fmt.Sprintf(", %s %s fused in another way", units.FormatBytes(int64(count)), plural(count, "group", "groups"))
	}
	return text + fmt.Sprintf(", %s gone, %s new", units.FormatBytes(int64(len(c.Gone))), units.FormatBytes(int64(len(c.New))))
}

// differencesText counts in how many layers what differs; "" if nothing does.
func differencesText(changes []result.LayerChange) string {
	counts := map[string]int64{}
	for _, change := range changes {
		seen := map[string]bool{}
		for _, d := range change.Differences {
			what := strings.Join(strings.FieldsFunc(d.What, func(c rune) bool { return c == ' ' || '0' <= c && c <= '9' }), " ") // without an input's number
			if !seen[what] {
				seen[what] = true
				counts[what]++
			}
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return "they differ in: " + countsText(counts)
}

// layerGroupTable lists the layers that were fused in another way, those that share nodes under one number, and how
// many groups are left out.
func layerGroupTable(groups []result.LayerGroup, options Options) (table, int64) {
	shown := groups
	if !options.Verbose {
		shown = groups[:min(len(groups), listedChanges)]
	}
	t := table{columns: []column{{title: "#", right: true}, {title: "old", name: true}, {title: "new", name: true}}}
	for i, group := range shown {
		number := units.FormatBytes(int64(i + 1))
		for row := range max(len(group.Old), len(group.New)) {
			if row == listedChanges && !options.Verbose {
				t.rows = append(t.rows, []string{"", moreText(len(group.Old) - row), moreText(len(group.New) - row)})
				break
			}
			t.rows = append(t.rows, []string{number, at(group.Old, row), at(group.New, row)})
			number = ""
		}
	}
	return t, int64(len(groups) - len(shown))
}

func at(list []string, i int) string {
	if i >= len(list) {
		return ""
	}
	return list[i]
}

func moreText(count int) string {
	if count <= 0 {
		return ""
	}
	return fmt.Sprintf("[%d more]", count)
}

// layerChangeTable lists what differs in layers of both plans, and how many layers are left out.
func layerChangeTable(changes []result.LayerChange, options Options) (table, int64) {
	shown := changes
	if !options.Verbose {
		shown = changes[:min(len(changes), listedChanges)]
	}
	t := table{columns: []column{{title: "layer", name: true}, {title: "old", name: true}, {title: "new", name: true}}}
	for _, change := range shown {
		t.rows = append(t.rows, []string{change.New, "", ""})
		for _, d := range change.Differences {
			old, new := around(Visible(orNone(d.Old)), Visible(orNone(d.New)))
			t.rows = append(t.rows, []string{"- " + d.What, old, new})
		}
	}
	return t, int64(len(changes) - len(shown))
}

// around cuts what two long names have in common, which would leave no room for what differs, down to a few
// characters on each side.
func around(old, new string) (string, string) {
	const long, kept = 32, 10
	a, b := []rune(old), []rune(new)
	if min(len(a), len(b)) <= long {
		return old, new
	}
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	cut := func(name []rune) string {
		text := string(name[start : len(name)-end])
		if start > kept+len(ellipsis) {
			text = ellipsis + string(name[start-kept:start]) + text
		} else {
			text = string(name[:start]) + text
		}
		if end > kept+len(ellipsis) {
			return text + string(name[len(name)-end:len(name)-end+kept]) + ellipsis
		}
		return text + string(name[len(name)-end:])
	}
	return cut(a), cut(b)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// loneLayerTable lists the layers that only one plan has, and how many others there are.
func loneLayerTable(c result.LayerChanges, options Options) (table, int64) {
	t := table{columns: []column{{title: "layer"}, {title: "name", name: true}}}
	rest := 0
	for _, list := range []struct {
		what  string
		names []string
	}{{"gone", c.Gone}, {"new", c.New}} {
		for i, name := range list.names {
			if i == listedChanges && !options.Verbose {
				rest += len(list.names) - i
				break
			}
			t.rows = append(t.rows, []string{list.what, name})
		}
	}
	return t, int64(rest)
}

// layerSections are the tables of what differs in layers.
func layerSections(c result.LayerChanges, options Options) []compareSection {
	groups, groupsLeft := layerGroupTable(c.Regrouped, options)
	changed, changedLeft := layerChangeTable(c.Changed, options)
	lone, loneLeft := loneLayerTable(c, options)
	return []compareSection{{title: "layers that are fused in another way", table: groups, rest: groupsLeft, grouped: true}, {title: "layers that differ", table: changed, rest: changedLeft, grouped: true},
		{title: "layers of one plan alone", table: lone, rest: loneLeft}}
}

// layerRows are the rows of CSV for layers: name, old, new.
func layerRows(c result.LayerChanges) [][3]string {
	var rows [][3]string
	for _, group := range c.Regrouped {
		for row := range max(len(group.Old), len(group.New)) {
			rows = append(rows, [3]string{"layer regrouped", at(group.Old, row), at(group.New, row)})
		}
	}
	for _, change := range c.Changed {
		for _, d := range change.Differences {
			rows = append(rows, [3]string{"layer " + change.New + ": " + d.What, d.Old, d.New})
		}
	}
	for _, name := range c.Gone {
		rows = append(rows, [3]string{"layer gone", name, ""})
	}
	for _, name := range c.New {
		rows = append(rows, [3]string{"layer new", "", name})
	}
	return rows
}
