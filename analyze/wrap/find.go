package wrap

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/internal/result"
)

// maxDepth is how many wrappers may lie around a plan: a zip bomb made of zip archives ends there.
const maxDepth = 4

// maxOpen is how many decoded streams and files beside it one file may need open at once.
const maxOpen = 200

// maxPlans is how many plans one wrapper may hold, far more than any was seen to: each takes memory.
const maxPlans = 4096

var errTooMany = fmt.Errorf("holds more than %d plans: the others are not looked at", maxPlans)

// Find returns the plans in a file of size bytes, in the order in which they lie there. The caller closes
// each. A file without one is a *container.NotPlanError that says what the file is; a wrapper that
// contradicts itself is a *container.DamagedError. A member of an archive or of a model that may be a plan
// but cannot be read is an entry with Plan.Err, and does not hide the others.
func Find(ctx context.Context, r io.ReaderAt, size int64, options Options) ([]Plan, error) {
	f := &finder{ctx: ctx, spool: options.Spool, budget: options.MaxDecoded}
	if f.budget <= 0 {
		f.budget = DefaultMaxDecoded
	}
	return f.find(source{reader: r, size: size, path: options.Path})
}

// finder is one search. Its members are used by one goroutine.
type finder struct {
	ctx   context.Context
	spool func(context.Context, io.Reader) (Spooled, error)
	// budget is how many bytes may still be decoded.
	budget int64
	// open counts the streams that were stored and the files beside that were opened.
	open int
}

func (f *finder) find(s source) ([]Plan, error) {
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	if s.size <= 0 {
		return nil, &container.DamagedError{Kind: result.KindEmpty, Message: "empty: 0 bytes, as a failed build or copy leaves it"}
	}
	head, err := s.head()
	if err != nil {
		return nil, fmt.Errorf("read the first bytes: %w", err)
	}
	if container.HasTag(head) {
		return []Plan{s.plan()}, nil
	}
	kind := formatOf(head)
	if kind == formatUnknown {
		return nil, &container.NotPlanError{What: container.Identify(s.reader, s.size)}
	}
	if s.depth >= maxDepth {
		return nil, fmt.Errorf("wrapped in more than %d formats (%s): not looked into", maxDepth, s.wrapper)
	}
	return f.unwrap(kind, s, head)
}

func (f *finder) unwrap(kind format, s source, head []byte) ([]Plan, error) {
	switch kind {
	case formatUltralytics:
		return f.ultralytics(s, head)
	case formatBase64:
		return f.base64File(s)
	case formatDelegate:
		return f.delegate(s, head)
	case formatProgram:
		return f.program(s)
	case formatZip:
		return f.zip(s)
	case formatPickle:
		return f.pickle(s)
	case formatGzip, formatZstd:
		return f.stream(s, kind)
	case formatONNX:
		return f.onnx(s)
	case formatXz:
		return nil, without("an xz stream, which is not looked through: use xz -dc FILE | planlint -")
	case formatBzip2:
		return nil, without("a bzip2 stream, which is not looked through: use bzip2 -dc FILE | planlint -")
	}
	return nil, without("%s", container.Identify(bytes.NewReader(head), int64(len(head))))
}

// members collects the plans of a wrapper that can hold several.
type members struct{ plans []Plan }

// add keeps the plans of a member, or the reason why it cannot be read; what is no plan is left out. It
// returns errTooMany when there are as many as may be.
func (m *members) add(s source, plans []Plan, err error) error {
	if err != nil && !isNotPlan(err) {
		plans = []Plan{s.unreadable(err)}
	}
	m.plans = append(m.plans, plans...)
	if len(m.plans) >= maxPlans {
		return errTooMany
	}
	return nil
}

// cut makes a search that ended with errTooMany one without an error, whose last plan says so.
func (m *members) cut(s source, err error) error {
	if err == errTooMany {
		m.plans = append(m.plans, s.unreadable(err))
		return nil
	}
	return err
}

// close gives back what the plans hold, when they are not handed out.
func (m *members) close() {
	for _, p := range m.plans {
		_ = p.Close() // only read from; the error that matters is the one on its way
	}
}
