package bugreport

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/planlint/planlint/internal/result"
)

// Costs are the user's numbers; 0 is not known.
type Costs struct {
	// Fleet is the number of machines that a plan is sent to.
	Fleet int64
	// Bandwidth is that of one machine, and Disk how fast it reads a file, in bytes a second.
	Bandwidth, Disk int64
	// Zstd is what compression makes of the zeros; nil if it was not measured.
	Zstd *result.ReportZstd
}

// impact is what the excess of a plan costs; nil if there is none.
func impact(r result.Report, c Costs) *result.ReportImpact {
	if r.ExcessBytes == nil {
		return nil
	}
	excess := *r.ExcessBytes
	made := &result.ReportImpact{Fleet: c.Fleet, Bandwidth: c.Bandwidth, Disk: c.Disk, Zstd: c.Zstd}
	if c.Fleet > 0 && excess <= 1<<62/c.Fleet {
		made.FleetBytes = new(excess * c.Fleet)
	}
	made.TransferSeconds, made.LoadSeconds = seconds(excess, c.Bandwidth), seconds(excess, c.Disk)
	return made
}

func seconds(bytes, rate int64) *result.Average {
	if rate <= 0 {
		return nil
	}
	return new(result.Average(float64(bytes) / float64(rate)))
}

// zstdSample is how many zeros are compressed: enough for the proportion to be that of any number, and little enough
// to take no time.
const zstdSample = 64 << 20

// MeasureZstd compresses zeros as a run of so many bytes holds them: all, or as many as tell the proportion.
func MeasureZstd(run int64) (*result.ReportZstd, error) {
	measured := min(run, zstdSample)
	var count counter
	w, err := zstd.NewWriter(&count, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err == nil {
		if _, err = io.Copy(w, io.LimitReader(zeros{}, measured)); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("compressing zeros: %w", err)
	}
	whole := count.bytes
	if measured > 0 && run > measured {
		whole = int64(float64(run) / float64(measured) * float64(count.bytes))
	}
	return &result.ReportZstd{Level: "default", MeasuredBytes: measured, MeasuredCompressed: count.bytes, Compressed: whole}, nil
}

// zeros is a reader without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

type counter struct{ bytes int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.bytes += int64(len(p))
	return len(p), nil
}
