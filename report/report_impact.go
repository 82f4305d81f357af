package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// impact is what the excess costs.
func (p *reportPage) impact(r result.Report) error {
	if r.ExcessBytes == nil || r.Impact == nil {
		return nil
	}
	i, excess := r.Impact, *r.ExcessBytes
	p.WriteString("## Impact\n\n")
	p.para(markdownText(fmt.Sprintf("Every copy of the plan stores, sends and loads %s more than it should.", bytesAndSize(excess))))
	list := table{columns: []column{{title: "what"}, {title: "costs", right: true}, {title: "by"}}}
	add := func(what, costs, by string) { list.rows = append(list.rows, []string{what, costs, by}) }
	if i.FleetBytes != nil {
		add("stored and sent in all", bytesAndSize(*i.FleetBytes), units.FormatBytes(i.Fleet)+" machines")
	}
	if i.TransferSeconds != nil {
		add("transfer to each machine", secondsText(*i.TransferSeconds), units.FormatBytes(i.Bandwidth)+" bytes a second")
	}
	if i.LoadSeconds != nil {
		add("reading at each start", secondsText(*i.LoadSeconds), units.FormatBytes(i.Disk)+" bytes a second from disk")
	}
	if len(list.rows) > 0 {
		if err := p.table(list); err != nil {
			return err
		}
	} else {
		p.para(blank("how many machines get the plan, and how; planlint report has --fleet, --bandwidth and --disk for it"))
	}
	if z := i.Zstd; z != nil && r.Kind != result.ReportLarger {
		p.para(markdownText(fmt.Sprintf("Compression heals the transport and nothing else: Zstandard (level %s) makes %s of these zeros%s. "+
			"Once unpacked the plan takes its full size again, on disk unless it is written with holes, and in host memory while it is deserialized.",
			z.Level, bytesAndSize(z.Compressed), measuredText(*z, excess))))
	}
	return nil
}

func measuredText(z result.ReportZstd, excess int64) string {
	if z.MeasuredBytes >= excess {
		return ", measured"
	}
	return fmt.Sprintf(", in proportion to %s that were compressed to %s", bytesAndSize(z.MeasuredBytes), bytesAndSize(z.MeasuredCompressed))
}

// workaround is what planlint fix found.
func (p *reportPage) workaround(r result.Report) error {
	w := r.Workaround
	if w == nil {
		return nil
	}
	p.WriteString("## Workaround\n\n")
	if len(w.Moves) == 0 {
		p.para("No rewriting of the model that computes the same was found.")
	} else {
		p.para(markdownText(fmt.Sprintf("The model can be written in another way that computes the same by the rules of ONNX, for which %s of padding are predicted instead of %s:",
			bytesAndSize(w.PaddingAfter), bytesAndSize(w.PaddingBefore))))
		for _, move := range w.Moves {
			p.WriteString("- " + markdownText(movedText(move)) + "\n")
		}
		p.WriteByte('\n')
		if len(w.Proof) > 0 {
			p.WriteString("What was shown of the two models:\n\n")
			for _, proof := range w.Proof {
				p.WriteString("- " + markdownText(proof) + "\n")
			}
			p.WriteByte('\n')
		}
	}
	for i, refused := range w.Refused {
		if i == 0 {
			p.WriteString("What could not be moved:\n\n")
		}
		p.WriteString("- " + markdownText(movedText(refused)) + "\n")
	}
	if len(w.Refused) > 0 {
		p.WriteByte('\n')
	}
	p.para("It depends on what stands beside the operation, so it is no general cure.")
	return nil
}

func movedText(m result.ReportMove) string {
	text := m.Node
	if m.Over != "" {
		text += " " + cmp.Or(m.Direction, "over") + " " + strings.TrimSpace(m.OverOp+" "+m.Over)
	}
	if m.Why != "" {
		text += ": " + m.Why
	}
	return text
}
