package analyze

import (
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"

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

// sum joins runs into one finding, at the longest of them, so that many of them are judged as what they are
// together.
func (e *evidence) sum(runs []zerorun.Run, level func(int64) result.Level, cause string) []finding {
	if len(runs) == 0 {
		return nil
	}
	longest, total := runs[0], int64(0)
	for _, run := range runs {
		total += run.Length
		if run.Length > longest.Length {
			longest = run
		}
	}
	message := fmt.Sprintf("%s of zeros in one run%s %s", inBytes(total), e.place(longest), cause)
	if len(runs) > 1 {
		message = fmt.Sprintf("%s of zeros in %d runs, the longest of %s at offset %s%s %s", inBytes(total), len(runs),
			inBytes(longest.Length), humanize.Comma(longest.Offset), e.place(longest), cause)
	}
	return []finding{{level(total), message, longest.Offset, total}}
}

func checkZerosBehindEndTag(e *evidence) []finding {
	inside, _ := e.judgedRuns()
	inside = slices.DeleteFunc(inside, func(run zerorun.Run) bool { return !e.behindEndTag(run) })
	always := func(int64) result.Level { return result.LevelError }
	return e.sum(inside, always, "behind the end tag, inside the declared size: the builder padded this plan")
}

func checkUnexplainedZeros(e *evidence) []finding {
	inside, _ := e.judgedRuns()
	inside = slices.DeleteFunc(inside, e.behindEndTag)
	return e.sum(inside, e.zerosLevel, "that nothing explains: padding, or weights that are all zero")
}

func checkTrailingZeros(e *evidence) []finding {
	_, outside := e.judgedRuns()
	found := e.sum(outside, e.zerosLevel, "outside the declared size: written by the builder, or left by a transfer that preallocates")
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
