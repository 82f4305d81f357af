package analyze

import (
	"context"
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/stream"
	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// readEngine reads the stream of values in the engine section. A stream that cannot be read is no error:
// its layout is not documented, and that of other versions may differ.
func (e *evidence) readEngine(ctx context.Context) error {
	if e.container == nil {
		return nil
	}
	if e.options.NoValues {
		e.skip("engine's values", "not asked for")
		return e.readOrigin(ctx)
	}
	section, ok := e.container.Section(container.SectionEngine)
	if !ok {
		e.skip("engine's values", "the plan has no section of the name "+container.SectionEngine)
		return nil
	}
	read, err := stream.Read(ctx, e.plan.Reader, section.Offset, section.End())
	if err != nil {
		return fmt.Errorf("reading the engine: %w", err)
	}
	e.engine, e.origin = read, read.Origin
	if !read.Complete() {
		e.skip("engine's values", fmt.Sprintf("the %s section could be read up to offset %s of the plan: %s",
			container.SectionEngine, humanize.Comma(read.End), read.Stopped.What))
	}
	return nil
}

// readOrigin reads only the start of the engine section: the GPU that the plan was built on and for.
func (e *evidence) readOrigin(ctx context.Context) error {
	section, ok := e.container.Section(container.SectionEngine)
	if !ok {
		return nil
	}
	var err error
	if e.origin, err = stream.ReadOrigin(ctx, e.plan.Reader, section.Offset, section.End()); err != nil {
		return fmt.Errorf("reading the start of the engine: %w", err)
	}
	return nil
}

// place says in which part of the engine a zero run lies, as far as that is known.
func (e *evidence) place(run zerorun.Run) string {
	if weights, ok := e.container.Section(container.SectionWeights); ok && run.Offset >= weights.Offset && run.End() <= weights.End() {
		return ", in the section of the weights,"
	}
	if e.engine == nil {
		return ""
	}
	place, blob := e.engine.At(run.Offset)
	switch {
	case place == stream.BehindEnd:
		return ", in the engine's section but behind its end,"
	case place == stream.InBlob && blob.Kind == stream.Raw && run.End() <= blob.End():
		return fmt.Sprintf(", in weights of %s,", inBytes(blob.Size))
	case place == stream.InBlob && run.End() <= blob.End():
		return fmt.Sprintf(", in a value of %s,", inBytes(blob.Size))
	}
	return ""
}

// weightsLayer labels the weights in the engine's section.
func (e *evidence) weightsLayer() bytemap.Layer {
	if e.engine == nil {
		return nil
	}
	var known []result.MapRange
	for _, blob := range e.engine.Blobs {
		if blob.Kind == stream.Raw {
			known = append(known, result.MapRange{Offset: blob.Payload, Length: blob.Size, Label: result.LabelWeights})
		}
	}
	return bytemap.Of(e.plan.Size, known...)
}
