package analyze

import "github.com/planlint/planlint/internal/result"

// verdict judges a plan by the rules that it breaks. The share of zeros never decides: healthy plans are
// more than half zeros.
func (e *evidence) verdict(findings []result.Finding) result.Verdict {
	if e.container == nil {
		return result.VerdictNotPlan
	}
	return verdictOf(findings)
}

func verdictOf(findings []result.Finding) result.Verdict {
	verdict := result.VerdictClean
	for _, finding := range findings {
		switch {
		case finding.Rule == zerosBehindEndTag.ID, finding.Rule == paddingExplained.ID:
			return result.VerdictPadded
		case finding.Level != result.LevelNote && suspicious(finding.Rule):
			verdict = result.VerdictSuspect
		}
	}
	return verdict
}

// suspicious tells the rules that speak of the plan's bytes from those that compare it with what the user
// expects.
func suspicious(rule string) bool {
	return rule != unexpectedVersion.ID && rule != unexpectedSM.ID
}
