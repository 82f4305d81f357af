package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// The rules of what is no finding of a plan alone. Package analyze has their pages.
const (
	rulePadding       = "PL401" // predict: a group that stays alone
	ruleUnpredictable = "PL402" // predict: something could not be predicted
	rulePlansDiffer   = "PL601" // compare
	ruleOutputsDiffer = "PL602" // verify
)

func located(file string, findings []result.Finding) []Located {
	var all []Located
	for _, f := range findings {
		all = append(all, Located{Finding: f, File: file})
	}
	return all
}

// JudgedScan is what CI formats say of a scanned plan.
func JudgedScan(scan result.Scan, _ int) []Judged {
	return []Judged{{File: scan.File, Verdict: string(scan.Verdict), Summary: reason(scan), Findings: located(scan.File, scan.Findings)}}
}

// JudgedExplain is what CI formats say of a plan that was explained by its model.
func JudgedExplain(e result.Explain, exit int) []Judged { return JudgedScan(e.Scan, exit) }

// JudgedPredict is what CI formats say of a model: one finding for each group that is padded, since each can be mended
// by itself, and one for all that could not be predicted.
func JudgedPredict(p result.Predict, _ int) []Judged {
	word, _ := predictWord(p)
	judged := Judged{File: p.Model, Verdict: strings.ToLower(word), Summary: predictSentence(p)}
	for _, g := range p.Groups {
		message := product(p.Target) + " would pad " + groupName(g)
		switch {
		case g.Alone && g.PaddingBytes != nil && *g.PaddingBytes > 0:
			message += " with " + bytesAndSize(*g.PaddingBytes)
		case g.Alone && p.TargetPads && g.PaddingBytes == nil:
			message += ", by how much is not known"
		default:
			continue
		}
		judged.Findings = append(judged.Findings, Located{File: p.Model, Which: groupName(g) + "\x00" + g.Output + "\x00" + g.Body, Finding: result.Finding{
			Rule: rulePadding, Level: result.LevelError, Bytes: g.PaddingBytes, Message: message + ": " + g.Why}})
	}
	if count := len(p.NotPredictable); count > 0 {
		first := p.NotPredictable[0]
		judged.Findings = append(judged.Findings, Located{File: p.Model, Finding: result.Finding{Rule: ruleUnpredictable, Level: result.LevelNote, Message: fmt.Sprintf(
			"the padding of %s %s could not be predicted; the first is %s", units.FormatBytes(int64(count)), plural(count, "node", "nodes"), unknownText(first))}})
	}
	return []Judged{judged}
}

// JudgedCompare is what CI formats say of two plans. It is an error if planlint exits with 1 for it.
func JudgedCompare(c result.Compare, exit int) []Judged {
	judged := Judged{File: c.New.File, Verdict: string(c.Outcome), Summary: "compared with " + c.Old.File}
	if size := sizeText(c); size != "" {
		judged.Summary += ": " + size
	}
	if c.Outcome != result.OutcomeIdentical && c.Outcome != result.OutcomeSameResults {
		message := fmt.Sprintf("%s, %s", strings.ReplaceAll(string(c.Outcome), "-", " "), judged.Summary)
		if c.Cause != nil {
			message += "; likely cause: " + causeText(*c.Cause)
		}
		judged.Findings = append(judged.Findings, Located{File: c.New.File, Which: c.Old.File, Finding: result.Finding{
			Rule: rulePlansDiffer, Level: errorIf(exit == 1), Message: message}})
	}
	judged.Findings = append(judged.Findings, located(c.New.File, noted(c.Findings.New))...)
	return []Judged{judged}
}

// noted are findings that do not decide: compare asks whether plans differ, not whether they are good.
func noted(findings []result.Finding) []result.Finding {
	var all []result.Finding
	for _, f := range findings {
		f.Level, f.Message = result.LevelNote, "new "+string(f.Level)+": "+f.Message
		all = append(all, f)
	}
	return all
}

func errorIf(failed bool) result.Level {
	if failed {
		return result.LevelError
	}
	return result.LevelNote
}

// JudgedVerify is what CI formats say of two plans that ran: one finding for each output that is not bit-exact, which is
// an error if planlint exits with 1 for the two.
func JudgedVerify(v result.Verify, exit int) []Judged {
	var files []string
	for _, plan := range v.Plans {
		files = append(files, plan.File)
	}
	if len(files) == 0 {
		return nil
	}
	judged := Judged{File: files[len(files)-1], Verdict: string(v.Outcome), Summary: "against " + files[0] + ": " + verifyMeaning(v)}
	if v.Allowed != nil {
		judged.Summary += "; " + allowedText(*v.Allowed)
	}
	for _, o := range v.Outputs {
		if o.Outcome == result.VerifyExact {
			continue
		}
		judged.Findings = append(judged.Findings, Located{File: judged.File, Which: files[0] + "\x00" + o.Name, Finding: result.Finding{
			Rule: ruleOutputsDiffer, Level: errorIf(exit == 1), Message: fmt.Sprintf("output %s against %s: %s", o.Name, files[0], outputText(o))}})
	}
	if exit == 1 && len(judged.Findings) == 0 && v.Outcome != result.VerifyExact { // such as a plan that disagrees with itself
		judged.Findings = append(judged.Findings, Located{File: judged.File, Which: files[0], Finding: result.Finding{
			Rule: ruleOutputsDiffer, Level: result.LevelError, Message: judged.Summary}})
	}
	return []Judged{judged}
}

func outputText(o result.VerifyOutput) string {
	text := strings.ReplaceAll(string(o.Outcome), "-", " ")
	switch {
	case o.Outcome == result.VerifyVacuous && o.VacuousA != "":
		return text + ", " + vacuityText(o.VacuousA)
	case o.Outcome == result.VerifyVacuous && o.VacuousB != "":
		return text + ", " + vacuityText(o.VacuousB)
	case o.Different > 0:
		text += fmt.Sprintf(", %s of %s elements", units.FormatBytes(o.Different), units.FormatBytes(o.Elements))
	}
	if o.MaxULP != nil && *o.MaxULP > 0 {
		text += fmt.Sprintf(", up to %s ULP apart", unsigned(*o.MaxULP))
	}
	return text
}
