package analyze

import (
	"fmt"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// judgedRun is the length in bytes from which a zero run is judged. Healthy plans of TensorRT 8.6.1 have
// runs of some KiB; all-zero weights of a layer can have more.
const judgedRun = 1 << 20

// seriousShare is the share of a plan, one in so many bytes, from which a run is an error.
const seriousShare = 10

// zerosLevel is an error for a run that is a serious part of the plan.
func (e *evidence) zerosLevel(length int64) result.Level {
	if length >= e.plan.Size/seriousShare {
		return result.LevelError
	}
	return result.LevelWarning
}

// judgedRuns are the runs to judge, cut at the declared end of the plan: zeros inside the archive come
// from its builder, while those outside may as well come from a transfer.
func (e *evidence) judgedRuns() (inside, outside []zerorun.Run) {
	end := e.declaredEnd()
	for _, run := range e.runs {
		within := zerorun.Run{Offset: run.Offset, Length: min(run.End(), end) - run.Offset}
		beyond := zerorun.Run{Offset: max(run.Offset, end), Length: run.End() - max(run.Offset, end)}
		if within.Length >= judgedRun {
			inside = append(inside, within)
		}
		if beyond.Length >= judgedRun {
			outside = append(outside, beyond)
		}
	}
	return inside, outside
}

// declaredEnd is where the plan ends by its header, or where its bytes end if the header does not say.
func (e *evidence) declaredEnd() int64 {
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

func checkZerosBehindEndTag(e *evidence) (found []finding) {
	inside, _ := e.judgedRuns()
	for _, run := range inside {
		if e.behindEndTag(run) {
			found = append(found, finding{result.LevelError, fmt.Sprintf(
				"%s of zeros behind the end tag, inside the declared size: the builder padded this plan", inBytes(run.Length)), run.Offset, run.Length})
		}
	}
	return found
}

func checkUnexplainedZeros(e *evidence) (found []finding) {
	inside, _ := e.judgedRuns()
	for _, run := range inside {
		if !e.behindEndTag(run) {
			found = append(found, finding{e.zerosLevel(run.Length), fmt.Sprintf(
				"%s of zeros in one run%s that nothing explains: padding, or weights that are all zero", inBytes(run.Length), e.place(run)),
				run.Offset, run.Length})
		}
	}
	return found
}

func checkTrailingZeros(e *evidence) (found []finding) {
	_, outside := e.judgedRuns()
	for _, run := range outside {
		found = append(found, finding{e.zerosLevel(run.Length), fmt.Sprintf(
			"%s of zeros outside the declared size: written by the builder, or left by a transfer that preallocates",
			inBytes(run.Length)), run.Offset, run.Length})
	}
	after := e.trailing
	if len(outside) > 0 || after.length == 0 || after.nonZero {
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
