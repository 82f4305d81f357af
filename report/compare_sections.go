package report

import "github.com/planlint/planlint/internal/result"

// compareSection is a table of a comparison under its title, and how many rows were left out.
type compareSection struct {
	title string
	table table
	rest  int64
	// omitted is how many of those are in no format.
	omitted int64
	// grouped: rows belong together, so that their order matters.
	grouped bool
}

// allDifferences is the title of the table of everything, alike or not.
const allDifferences = "old and new"

// compareSections are the tables that have something to show.
func compareSections(c result.Compare, options Options) []compareSection {
	all := []compareSection{{title: "what differs", table: differenceTable(c, options.Verbose)}}
	if options.Verbose {
		all[0].title = allDifferences
	}
	if c.Runs != nil {
		t, rest := runChangeTable(*c.Runs, options)
		all = append(all, compareSection{title: "zero runs that differ", table: t, rest: rest})
	}
	if c.Kernels != nil {
		t, rest := kernelChangeTable(*c.Kernels, options)
		all = append(all, compareSection{title: "kernels that differ", table: t, rest: rest})
	}
	if c.Layers != nil {
		all = append(all, layerSections(*c.Layers, options)...)
	}
	if c.Bytes != nil {
		t, rest := byteRangeTable(*c.Bytes, options)
		all = append(all, compareSection{title: "longest ranges of bytes that differ", table: t, rest: rest, omitted: c.Bytes.RangesOmitted})
	}
	shown := all[:0]
	for _, section := range all {
		if len(section.table.rows) > 0 {
			shown = append(shown, section)
		}
	}
	return shown
}

// findingChange is a finding that only one plan has.
type findingChange struct {
	what    string
	finding result.Finding
}

func changedFindings(changes result.FindingChanges) []findingChange {
	var all []findingChange
	for _, f := range changes.Gone {
		all = append(all, findingChange{"gone", f})
	}
	for _, f := range changes.New {
		all = append(all, findingChange{"new", f})
	}
	return all
}
