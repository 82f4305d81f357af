package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/internal/trt"
)

// maxFrame is the largest payload of a frame, in bytes.
const maxFrame = 16 << 20

// headerSize is that of a frame's header: 4 bytes of length, little-endian, and one of type.
const headerSize = 5

// The types of frames.
const (
	frameHello   = 'h' // worker to parent, the first one: Hello
	frameRefusal = 'x' // worker to parent, instead of a hello: answer
	frameBuild   = 'b' // parent to worker: build
	frameInspect = 'i' // parent to worker: trt.InspectRequest
	frameRun     = 'r' // parent to worker: trt.RunRequest
	frameProbe   = 'q' // parent to worker; empty object
	frameRoutes  = 'o' // parent to worker; empty object
	frameLog     = 'l' // worker to parent: trt.Record
	frameAlive   = 'v' // worker to parent: it works on; empty
	frameTensors = 't' // worker to parent, before the data of a run: a list of trt.Tensor
	frameAnswer  = 'a' // worker to parent, the last one of a request: answer
	frameData    = trt.PlanFrame
	frameCache   = trt.CacheFrame // on the data's pipe, behind a plan: the timing cache
	frameEnd     = 'e'            // on the data's pipe, after each request's data: empty
)

// errProtocol is wrapped by errors about a worker that does not speak the protocol.
var errProtocol = errors.New("the worker does not keep to the protocol")

// writeFrame writes a frame in one call.
func writeFrame(w io.Writer, kind byte, payload []byte) error {
	if len(payload) > maxFrame {
		return fmt.Errorf("%w: a frame of %d bytes", errProtocol, len(payload))
	}
	frame := make([]byte, headerSize, headerSize+len(payload))
	binary.LittleEndian.PutUint32(frame, uint32(len(payload)))
	frame[4] = kind
	_, err := w.Write(append(frame, payload...))
	return err
}

// writeJSON writes a frame with a value as JSON.
func writeJSON(w io.Writer, kind byte, value any) error {
	payload, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return writeFrame(w, kind, payload)
}

// readHeader reads the start of a frame: its type and the length of its payload, which is in bounds. The
// error is io.EOF only at the border of two frames.
func readHeader(r io.Reader) (kind byte, length int64, err error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, 0, err
	}
	length = int64(binary.LittleEndian.Uint32(header[:]))
	if length > maxFrame {
		return 0, 0, fmt.Errorf("%w: a frame of %d bytes, more than %d", errProtocol, length, maxFrame)
	}
	return header[4], length, nil
}

// readFrame reads a frame. Memory grows with what arrives, not with what the header promises.
func readFrame(r io.Reader) (kind byte, payload []byte, err error) {
	kind, length, err := readHeader(r)
	if err != nil {
		return 0, nil, err
	}
	var data bytes.Buffer
	if _, err := io.CopyN(&data, r, length); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return kind, data.Bytes(), nil
}

// decode reads the JSON of a frame.
func decode(kind byte, payload []byte, value any) error {
	if err := json.Unmarshal(payload, value); err != nil {
		return fmt.Errorf("%w: a frame of type %q: %w", errProtocol, kind, err)
	}
	return nil
}
