package container

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/internal/result"
)

func truncated(c *Container, format string, args ...any) error {
	return &DamagedError{Kind: result.KindTruncated, Container: c,
		Message: "truncated: " + fmt.Sprintf(format, args...) + "; copy or build the plan again"}
}

func damaged(c *Container, format string, args ...any) error {
	return &DamagedError{Kind: result.KindDamaged, Container: c, Message: "damaged: " + fmt.Sprintf(format, args...)}
}

func byteCount(n uint64) string {
	if n == 1 {
		return "1 byte"
	}
	return comma(n) + " bytes"
}

func isAre(missing uint64) string {
	if missing == 1 {
		return "1 byte is"
	}
	return comma(missing) + " bytes are"
}

func comma(n uint64) string {
	if n > 1<<63-1 {
		return fmt.Sprint(n)
	}
	return humanize.Comma(int64(n))
}
