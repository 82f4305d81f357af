package analyze

import (
	"context"
	"errors"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/zerorun"
)

// Passing is a Scan of a bare plan whose bytes pass by, as those of a plan do that is being built, so that
// they need not be read again to judge it.
type Passing struct {
	reading *reading
	// judged are the runs to judge once the header is known, at most one for each MiB.
	judged []zerorun.Run
}

// NewPassing starts a scan.
func NewPassing(options Options) *Passing {
	p := &Passing{}
	p.reading = newReading(options, func(run zerorun.Run) { p.judged = append(p.judged, run) })
	return p
}

// Settings are those of the zerorun.Scanner that all bytes must go through, from the first to the last.
func (p *Passing) Settings() zerorun.Options { return p.reading.settings() }

// Judge judges the plan that has passed by. The input has the same bytes; only its two ends, its engine's values
// and the headers of its machine code are read. The summary is the Scanner's. What is no plan is judged as plain
// bytes, with an error that is ErrNotPlan.
func (p *Passing) Judge(ctx context.Context, in Input, summary zerorun.Summary) Report {
	report := p.judge(ctx, in, summary, p.reading.options)
	if errors.Is(report.Err, ErrNotPlan) || errors.Is(report.Err, ErrEmpty) {
		plain, err := p.reading.options, report.Err
		plain.Raw = true
		if report = p.judge(ctx, in, summary, plain); report.Err == nil {
			report.Err = err
		}
	}
	return report
}

func (p *Passing) judge(ctx context.Context, in Input, summary zerorun.Summary, options Options) Report {
	known := newEvidence(in, wrap.Plan{Reader: in.Reader, Size: in.Size}, options)
	report, err := known.judgeWith(ctx, func(ctx context.Context) error {
		for _, run := range p.judged {
			known.judged.add(run)
		}
		return known.take(ctx, p.reading, summary)
	})
	report.Err = err
	return report
}
