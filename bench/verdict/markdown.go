package verdict

import (
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/bench/inference"
	"github.com/planlint/planlint/bench/memory"
)

// Markdown writes the report as the tables of README.md.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	h := r.Host
	fmt.Fprintf(&b, "Measured %s on %d processors, %s (virtual machine: %v; %s), %.0f GiB, %s, %s, %s; commit %s.\n",
		h.Time.Format("2006-01-02 15:04 MST"), h.Processors, h.Processor, h.Virtual, strings.Join(h.Features, " "),
		float64(h.Memory)/(1<<30), h.Kernel, h.Go, h.Compiler, h.Commit)
	fmt.Fprintf(&b, "Load average before %.2f %.2f %.2f, after %.2f %.2f %.2f.\n\n",
		h.LoadBefore[0], h.LoadBefore[1], h.LoadBefore[2], h.LoadAfter[0], h.LoadAfter[1], h.LoadAfter[2])
	r.bars(&b)
	r.memory(&b)
	r.process(&b)
	r.inference(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) bars(b *strings.Builder) {
	b.WriteString("| must reach | measured | limit | pairs | reached |\n| --- | ---: | ---: | ---: | --- |\n")
	for _, bar := range r.Bars {
		sign, met := "<=", "yes"
		if bar.More {
			sign = ">="
		}
		if !bar.Met {
			met = "**no**"
		}
		fmt.Fprintf(b, "| %s | %.3g | %s %g | %d | %s |\n", bar.Name, bar.Value, sign, bar.Limit, bar.Pairs, met)
	}
}

func (r *Report) memory(b *strings.Builder) {
	if len(r.Memory) == 0 {
		return
	}
	b.WriteString("\nIn memory, one thread: median GB/s; speed relative to the C scan, median of pairs.\n\n|  |")
	for _, m := range r.Memory {
		fmt.Fprintf(b, " %s |", m.Kind)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" ---: |", len(r.Memory)) + "\n")
	for _, s := range r.Memory[0].Series {
		fmt.Fprintf(b, "| %s |", s.Name)
		for _, m := range r.Memory {
			ours := m.Get(s.Name)
			fmt.Fprintf(b, " %.1f; %.2f |", float64(m.Bytes)/ours.Median()/1e9, m.Get(memory.Peer).Ratio(ours))
		}
		b.WriteString("\n")
	}
}

func (r *Report) inference(b *strings.Builder) {
	if len(r.Inference) == 0 {
		return
	}
	fmt.Fprintf(b, "\nShapes of real models, each inferred in its own process, reading and imports left out: median milliseconds.\n\n")
	fmt.Fprintf(b, "| model | nodes | %s | %s | times as fast | pairs |\n| --- | ---: | ---: | ---: | ---: | ---: |\n", inference.Shape, inference.ONNX)
	for _, m := range r.Inference {
		ours, theirs := m.Get(inference.Shape), m.Get(inference.ONNX)
		fmt.Fprintf(b, "| %s | %d | %.3f | %.3f | %.1f | %d |\n", m.Model, m.Nodes, ours.Median()*1e3, theirs.Median()*1e3, m.Faster(), len(ours.Runs))
	}
}

func (r *Report) process(b *strings.Builder) {
	for _, p := range r.Process {
		if len(p.Series) == 0 {
			continue
		}
		first := p.Series[0]
		fmt.Fprintf(b, "\nWhole process, %s, %d bytes, in the page cache.\n\n", p.Name, p.Bytes)
		fmt.Fprintf(b, "| command | median s | user | system | GB/s | MB | time of %s | runs |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n", first.Name)
		for _, s := range p.Series {
			user, system := s.Processor()
			fmt.Fprintf(b, "| %s | %.4f | %.3f | %.3f | %.1f | %.0f | %.2f | %d |\n", s.Name, s.Median(), user, system,
				float64(p.Bytes)/s.Median()/1e9, float64(s.Peak())/1e6, s.Ratio(first), len(s.Runs))
		}
	}
}
