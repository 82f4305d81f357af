package analyze

import "github.com/planlint/planlint/zerorun"

// judgedRun is the length in bytes from which a zero run is judged. Healthy plans of TensorRT 8.6.1 have
// runs of some KiB; all-zero weights of a layer can have more.
const judgedRun = 1 << 20

// runSum is what several runs are together.
type runSum struct {
	count   int64
	bytes   int64
	longest zerorun.Run
}

func (s *runSum) add(run zerorun.Run) {
	s.count++
	s.bytes += run.Length
	if run.Length > s.longest.Length {
		s.longest = run
	}
}

// judgedRuns sums up the runs to judge, cut at the declared end of the plan: zeros inside the archive come
// from its builder, while those outside may as well come from a transfer. It keeps sums, since a plan may
// have more runs than can be listed.
type judgedRuns struct {
	// end is the declared end.
	end             int64
	inside, outside runSum
	// last is the last run inside, which is not in the sum: only it can be right behind the end tag.
	last zerorun.Run
}

// add takes the next run, in order of offset.
func (j *judgedRuns) add(run zerorun.Run) {
	within := zerorun.Run{Offset: run.Offset, Length: min(run.End(), j.end) - run.Offset}
	beyond := zerorun.Run{Offset: max(run.Offset, j.end), Length: run.End() - max(run.Offset, j.end)}
	if within.Length >= judgedRun {
		if j.last.Length > 0 {
			j.inside.add(j.last)
		}
		j.last = within
	}
	if beyond.Length >= judgedRun {
		j.outside.add(beyond)
	}
}

// unexplained sums up the runs inside, without the last if it is explained.
func (j *judgedRuns) unexplained(withoutLast bool) runSum {
	sum := j.inside
	if !withoutLast && j.last.Length > 0 {
		sum.add(j.last)
	}
	return sum
}
