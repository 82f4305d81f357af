package report

import "slices"

// minName is what a name keeps where it gives way, in columns.
const minName = 16

// all is every row, the footer too.
func (t table) all() [][]string {
	if t.footer == nil {
		return t.rows
	}
	return append(t.rows[:len(t.rows):len(t.rows)], t.footer)
}

// widths are what the columns take as they are.
func (t table) widths() []int {
	widths := make([]int, len(t.columns))
	for i, c := range t.columns {
		widths[i] = columns(c.title)
		for _, row := range t.all() {
			widths[i] = max(widths[i], columns(row[i]))
		}
	}
	return widths
}

// least is the width of the table with its names as short as they get.
func (t table) least() int {
	total := len(gap) * (len(t.columns) - 1)
	for i, width := range t.widths() {
		if c := t.columns[i]; c.name {
			width = min(width, max(minName, c.least))
		}
		total += width
	}
	return total
}

// dropSpare leaves out the column that can be spared most; false if there is none.
func (t *table) dropSpare() bool {
	most := 0
	for i, c := range t.columns {
		if c.spare > t.columns[most].spare {
			most = i
		}
	}
	if t.columns[most].spare == 0 {
		return false
	}
	t.columns = slices.Delete(slices.Clone(t.columns), most, most+1)
	for i := range t.rows {
		t.rows[i] = slices.Delete(t.rows[i], most, most+1)
	}
	if t.footer != nil {
		t.footer = slices.Delete(t.footer, most, most+1)
	}
	return true
}

// fit shortens names until the widest row takes at most limit columns, the longest names first.
func (t table) fit(limit int) {
	widths := t.widths()
	total := len(gap) * (len(t.columns) - 1)
	for _, width := range widths {
		total += width
	}
	for ; total > limit; total-- {
		widest := -1
		for i, c := range t.columns {
			if c.name && widths[i] > max(minName, c.least) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	for i, c := range t.columns {
		if !c.name {
			continue
		}
		for _, row := range t.all() {
			row[i] = shorten(row[i], widths[i])
		}
	}
}
