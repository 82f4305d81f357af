package analyze

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
)

// Input is a file that holds a plan, bare or wrapped, or several.
type Input struct {
	// Name is what results call the file.
	Name string
	// Path is where the file lies, for wrappers that point to files beside it; empty if it has none.
	Path string
	// Reader reads the file. If it is a zerorun.DataSeeker, holes are not read.
	Reader io.ReaderAt
	// Size is the size of the file in bytes.
	Size int64
	// Allocated is what the file takes on disk, in bytes; nil if that is not known.
	Allocated *int64
	// Member says which part of a folder of plans the file is.
	Member *result.Member
}

// Options are the settings of Scan and Info. The zero value is ready for use.
type Options struct {
	// MinRun is the length in bytes from which zero runs are listed; 0 means zerorun.DefaultMinRun.
	MinRun int64
	// NoLongest gives up the exact longest run where it is shorter than MinRun, for speed.
	NoLongest bool
	// Workers is how many goroutines read the plan; 0 means the default of zerorun.
	Workers int
	// Raw takes the file as plain bytes, whatever it holds.
	Raw bool
	// NoKernels does not look for machine code and kernel names.
	NoKernels bool
	// NoValues reads the engine's values only up to what they say of the GPU: how large its weights are is not known then.
	NoValues bool
	// ExpectVersion is the TensorRT version that the plan should be of, one to four numbers.
	ExpectVersion string
	// ExpectSM is the GPU architecture that the plan should hold code for, such as "90" or "9.0".
	ExpectSM string
	// Spool keeps what a compressed wrapper decodes to; nil means that such wrappers are refused.
	Spool func(context.Context, io.Reader) (wrap.Spooled, error)
	// Progress is told of bytes newly read; it is called from several goroutines.
	Progress func(bytes int64)
}

// Plans opens the plans of an input. The caller closes each.
func Plans(ctx context.Context, in Input, options Options) ([]wrap.Plan, error) {
	if options.Raw && in.Size > 0 {
		return []wrap.Plan{{Reader: in.Reader, Size: in.Size}}, nil
	}
	return wrap.Find(ctx, in.Reader, in.Size, wrap.Options{Path: in.Path, Spool: options.Spool})
}

// memberName is what results call a plan of an archive.
func memberName(in Input, plan wrap.Plan) string {
	if plan.Member == "" {
		return in.Name
	}
	return fmt.Sprintf("%s!%s", in.Name, plan.Member)
}

// sayUnverified says that the checksum of an archive's member that is stored as it is was not computed. One that
// is compressed was checked while it was decoded.
func (e *evidence) sayUnverified() {
	for _, format := range []string{"zip", "pytorch", "torchscript"} {
		if e.inPlace() && strings.Contains(e.plan.Wrapper, format) {
			e.skip("archive's checksum", "the plan is read where it lies in the archive")
			return
		}
	}
}
