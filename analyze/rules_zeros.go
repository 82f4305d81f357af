package analyze

import (
	"fmt"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// seriousShare is the share of a plan, one in so many bytes, from which a run is an error.
const seriousShare = 10

// zerosLevel is an error for a run that is a serious part of the plan.
func (e *evidence) zerosLevel(length int64) result.Level {
	if length >= e.plan.Size/seriousShare {
		return result.LevelError
	}
	return result.LevelWarning
}

// declaredEnd is where the plan ends by its header, or where its bytes end if the header does not say.
func (e *evidence) declaredEnd() int64 {
	if e.container == nil {
		return e.plan.Size
	}
	if declared, ok := e.container.DeclaredSize(); ok {
		return min(declared, e.plan.Size)
	}
	return e.plan.Size
}

// behindEndTag is true for a run right behind the end tag; up to 7 bytes of alignment may lie between.
func (e *evidence) behindEndTag(run zerorun.Run) bool {
	distance := run.Offset - (e.endTag + tagSize)
	return e.hasEndTag && distance >= 0 && distance < 8
}

// lastBehindEndTag is true if the last judged run is right behind the end tag.
func (e *evidence) lastBehindEndTag() bool {
	return e.judged.last.Length > 0 && e.behindEndTag(e.judged.last)
}

// one makes one finding of several runs, at the longest of them: they are judged as what they are together.
func (e *evidence) one(runs runSum, level result.Level, cause string) []finding {
	if runs.count == 0 {
		return nil
	}
	where := e.place(runs.longest)
	message := fmt.Sprintf("%s of zeros in one run%s %s", inBytes(runs.bytes), where, cause)
	if runs.count > 1 {
		message = fmt.Sprintf("%s of zeros in %s runs, the longest of %s at offset %s%s %s", inBytes(runs.bytes), humanize.Comma(runs.count),
			inBytes(runs.longest.Length), humanize.Comma(runs.longest.Offset), where, cause)
	}
	return []finding{{level, message, runs.longest.Offset, runs.bytes}}
}

func checkZerosBehindEndTag(e *evidence) []finding {
	var padding runSum
	if e.lastBehindEndTag() {
		padding.add(e.judged.last)
	}
	return e.one(padding, result.LevelError, "behind the end tag, inside the declared size: the builder padded this plan")
}

func checkUnexplainedZeros(e *evidence) []finding {
	runs := e.judged.unexplained(e.lastBehindEndTag())
	return e.one(runs, e.zerosLevel(runs.bytes), "that nothing explains: padding, or weights that are all zero")
}

func checkTrailingZeros(e *evidence) []finding {
	outside := e.judged.outside
	found := e.one(outside, e.zerosLevel(outside.bytes), "outside the declared size: written by the builder, or left by a transfer that preallocates")
	after := e.trailing
	if outside.count > 0 || after.length == 0 || after.nonZero {
		return found
	}
	if after.sampled {
		return []finding{{e.zerosLevel(after.length), fmt.Sprintf(
			"%s outside the declared size, zeros as far as info looks; scan reads them all", inBytes(after.length)), e.declaredEnd(), after.length}}
	}
	return []finding{{result.LevelNote, fmt.Sprintf("%s of zeros outside the declared size", inBytes(after.length)), e.declaredEnd(), after.length}}
}

func checkTrailingBytes(e *evidence) (found []finding) {
	if e.trailing.nonZero {
		found = append(found, finding{result.LevelWarning, fmt.Sprintf(
			"%s follow the plan's declared end and are not all zeros; TensorRT may refuse the file", inBytes(e.trailing.length)), e.declaredEnd(), e.trailing.length})
	}
	return found
}
