package cli

import (
	"path/filepath"

	"github.com/planlint/planlint/analyze/gate"
	"github.com/planlint/planlint/internal/result"
)

// rankSets groups plans by the sets that they are in, in the order in which the sets come.
func rankSets(judged []gated) []gate.Set {
	var sets []gate.Set
	at := map[string]int{}
	for _, one := range judged {
		s := one.subject
		if s.SetPath == "" {
			continue
		}
		i, known := at[s.SetKey]
		if !known {
			i = len(sets)
			at[s.SetKey] = i
			sets = append(sets, gate.Set{Subject: s, Folder: filepath.Dir(s.File)})
		}
		sets[i].Ranks = append(sets[i].Ranks, gate.Rank{Subject: s, Size: one.result.Size, Version: one.result.Version, SM: one.result.SM})
	}
	return sets
}

// sets judges the plans that belong together.
func (g *gater) sets(judged []gated) []result.Gate {
	var results []result.Gate
	for _, set := range rankSets(judged) {
		limits := g.judge.SetLimits(set.Subject)
		if set.Alone(limits) {
			continue
		}
		results = append(results, g.judge.Set(set, limits))
	}
	return results
}
