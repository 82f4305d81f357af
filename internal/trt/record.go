package trt

import (
	"fmt"
	"sync"
)

// Severity is that of a record in TensorRT's log, in TensorRT's numbers: the lower, the worse.
type Severity int

// The severities of nvinfer1::ILogger.
const (
	SeverityInternalError Severity = iota
	SeverityError
	SeverityWarning
	SeverityInfo
	SeverityVerbose
)

func (s Severity) String() string {
	names := [...]string{"internal error", "error", "warning", "info", "verbose"}
	if s < 0 || int(s) >= len(names) {
		return fmt.Sprintf("severity %d", int(s))
	}
	return names[s]
}

// Record is one message of TensorRT's log.
type Record struct {
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
}

// recordQueue holds records until they are taken, and lets somebody listen meanwhile.
type recordQueue struct {
	mutex     sync.Mutex
	waiting   []Record
	listening bool
	sound     []Record
}

// take returns the records that wait, and those that drain has.
func (q *recordQueue) take(drain func() []Record) []Record {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.add(drain())
	list := q.waiting
	q.waiting = nil
	return list
}

// listen begins to listen: heard returns what comes from now on.
func (q *recordQueue) listen(drain func() []Record) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.add(drain())
	q.listening = true
}

// heard ends listening.
func (q *recordQueue) heard(drain func() []Record) []Record {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.add(drain())
	list := q.sound
	q.listening, q.sound = false, nil
	return list
}

func (q *recordQueue) add(list []Record) {
	q.waiting = append(q.waiting, list...)
	if q.listening {
		q.sound = append(q.sound, list...)
	}
}
