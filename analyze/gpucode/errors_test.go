package gpucode

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

var errDisk = errors.New("the disk is gone")

// brokenReader fails for every read that touches a byte at or after good.
type brokenReader struct {
	data []byte
	good int64
}

func (b brokenReader) ReadAt(p []byte, offset int64) (int, error) {
	if offset+int64(len(p)) > b.good {
		return 0, errDisk
	}
	return bytes.NewReader(b.data).ReadAt(p, offset)
}

// An error of reading the plan is never taken for "no image here".
func TestReadErrorsAreReported(t *testing.T) {
	plan := smallPlan()
	finder := func() *Finder {
		f := NewFinder()
		f.Observe(0, plan)
		return f
	}
	for good := int64(0); good < int64(len(plan)); good += 97 {
		found, err := finder().Finish(context.Background(), brokenReader{plan, good}, int64(len(plan)))
		if !errors.Is(err, errDisk) || len(found.Images) != 0 || len(found.Kernels) != 0 {
			t.Fatalf("readable up to %d: %+v, %v", good, found, err)
		}
	}
	_, err := finder().Finish(context.Background(), bytes.NewReader(plan[:400]), int64(len(plan)))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a plan cut short: %v", err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := finder().Finish(canceled, bytes.NewReader(plan), int64(len(plan))); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestNothingIsFoundInNothing(t *testing.T) {
	finder := NewFinder()
	finder.Observe(0, nil)
	found, err := finder.Finish(context.Background(), bytes.NewReader(nil), 0)
	if err != nil || !found.Complete || len(found.Images)+len(found.Kernels) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// An image cut anywhere is none.
func TestCutImagesAreNoImages(t *testing.T) {
	for name, image := range map[string][]byte{
		"elf":    testELF{machine: machineCUDA, kernels: []string{"a"}}.bytes(),
		"fatbin": testFatbin(90, testELF{machine: machineCUDA, kernels: []string{"a"}}.bytes()),
	} {
		if found := observe(t, image, 512); len(found.Images) != 1 {
			t.Fatalf("%s: %+v", name, found)
		}
		for end := range len(image) {
			found := observe(t, image[:end], 512)
			for _, got := range found.Images {
				if name == "elf" || got.Kind == KindFatbin {
					t.Fatalf("%s cut to %d of %d bytes: %+v", name, end, len(image), got)
				}
			}
		}
	}
}
