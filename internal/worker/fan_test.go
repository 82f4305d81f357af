package worker

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

// slow is a writer that takes its time.
type slow struct {
	io.Writer
	delay time.Duration
}

func (s slow) Write(p []byte) (int, error) {
	time.Sleep(s.delay)
	return s.Writer.Write(p)
}

// failing fails with the given write.
type failing struct{ left int }

var errFailing = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFailing
	}
	return len(p), nil
}

func plan(size int) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{3}).Read(data) // cannot fail
	return data
}

// send cuts data into blocks of some sizes.
func send(f *fan, data []byte) error {
	for i := 0; len(data) > 0; i++ {
		b := f.take()
		n := copy(b.data[:min(len(b.data), 1000+i*50_000)], data)
		if err := f.give(b, n); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// TestFan sends more than all blocks hold to writers of different speed.
func TestFan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		want := plan(3*blocks*blockSize + 17)
		var fast, late bytes.Buffer
		f := newFan(&fast, slow{&late, time.Second})
		if err := errors.Join(send(f, want), f.close()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(fast.Bytes(), want) || !bytes.Equal(late.Bytes(), want) {
			t.Errorf("%d and %d bytes, want %d", fast.Len(), late.Len(), len(want))
		}
	})
}

// TestFanFails has one writer of two fail at once, later, and with the last block.
func TestFanFails(t *testing.T) {
	data := plan(20 * blockSize)
	for _, left := range []int{0, 3, 23} {
		var other bytes.Buffer
		f := newFan(&other, &failing{left})
		sent := send(f, data)
		closed := f.close()
		var own *sinkError
		if !errors.As(closed, &own) || !errors.Is(closed, errFailing) || sent != nil && !errors.Is(sent, errFailing) {
			t.Errorf("%d writes: %v while sending, %v at the end", left, sent, closed)
		}
		if other.Len() > len(data) || !bytes.Equal(other.Bytes(), data[:other.Len()]) {
			t.Errorf("%d writes: the other writer got something else", left)
		}
	}
}

func TestFanForNobody(t *testing.T) {
	f := newFan()
	if err := errors.Join(send(f, plan(2*blocks*blockSize)), f.close()); err != nil {
		t.Error(err)
	}
}
