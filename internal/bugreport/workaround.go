package bugreport

import (
	"encoding/json"

	"github.com/planlint/planlint/internal/result"
)

// schemaFix is the schema of planlint fix.
const schemaFix = "planlint/fix/v1"

// ReadFix reads what a report needs of a saved document of planlint fix.
func ReadFix(text []byte) (result.ReportWorkaround, error) {
	none := result.ReportWorkaround{Moves: []result.ReportMove{}, Refused: []result.ReportMove{}}
	schema, err := schemaOf(text)
	if err != nil {
		return none, err
	}
	if schema != schemaFix {
		return none, notSaved("its schema is %q, and %s is needed", schema, schemaFix)
	}
	fix, err := one[struct {
		PaddingBefore *int64              `json:"padding_before"`
		PaddingAfter  *int64              `json:"padding_after"`
		Moves         []result.ReportMove `json:"moves"`
		Refused       []result.ReportMove `json:"refused"`
		Proof         json.RawMessage     `json:"proof"`
	}](text)
	if err != nil {
		return none, err
	}
	made := result.ReportWorkaround{PaddingBefore: fix.PaddingBefore, PaddingAfter: fix.PaddingAfter,
		Moves: append(none.Moves, fix.Moves...), Refused: append(none.Refused, fix.Refused...), Proof: proofOf(fix.Proof)}
	return made, nil
}

// proofOf is a proof in words, if it has some: a text, or the words of an object.
func proofOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var object struct {
		Outcome string `json:"outcome"`
		Summary string `json:"summary"`
		Why     string `json:"why"`
	}
	if json.Unmarshal(raw, &object) != nil {
		return ""
	}
	for _, part := range []string{object.Summary, object.Outcome, object.Why} {
		if part != "" {
			return part
		}
	}
	return ""
}
