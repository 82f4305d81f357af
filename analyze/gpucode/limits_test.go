package gpucode

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// repeated is a plan that goes on and on, without being in memory.
type repeated struct{ part []byte }

func (r repeated) ReadAt(p []byte, offset int64) (int, error) {
	for n := 0; n < len(p); {
		n += copy(p[n:], r.part[(offset+int64(n))%int64(len(r.part)):])
	}
	return len(p), nil
}

// TestHostilePlansStayInBounds hands over plans that are nothing but marks.
func TestHostilePlansStayInBounds(t *testing.T) {
	elf := testELF{machine: machineCUDA, flags: 0x5a055a, kernels: []string{"k"}}.bytes()
	var names strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&names, " fusion={ name=kernel_%d }", i)
	}
	many := make([]string, 3000)
	for i := range many {
		many[i] = fmt.Sprintf("kernel_%d_%s", i, strings.Repeat("x", 50))
	}
	for name, plan := range map[string]struct {
		part     []byte
		times    int
		complete bool
	}{
		"pairs":         {[]byte("\x7fE\x50\xed={l_"), 1 << 19, true},
		"magics":        {[]byte(elfMagic + fatbinMagic + statementMagic + prefixMagic), 1 << 17, true},
		"probes":        {elf[:elfProbe], 1 << 17, false},
		"images":        {elf, 40_000, false},
		"fat binaries":  {testFatbin(90, elf, elf), 40_000, false},
		"names":         {[]byte(names.String()), 2, false},
		"kernels":       {testELF{machine: machineCUDA, kernels: many}.bytes(), 24, false},
		"empty fatbins": {testFatbin(90, nil), 10_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			data := bytes.Repeat(plan.part, plan.times)
			before := liveBytes()
			finder := NewFinder()
			for start := 0; start < len(data); start += 64 << 10 {
				finder.Observe(int64(start), data[start:min(len(data), start+64<<10)])
			}
			if grown := liveBytes() - before; grown > 10<<20 {
				t.Errorf("the finder holds %d bytes", grown)
			}
			found, err := finder.Finish(context.Background(), bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatal(err)
			}
			if grown := liveBytes() - before; grown > 25<<20 {
				t.Errorf("finder and result hold %d bytes", grown)
			}
			checkBounds(t, found, int64(len(data)))
			if found.Complete != plan.complete {
				t.Errorf("complete %v, %q; %d images, %d kernels", found.Complete, found.Why, len(found.Images), len(found.Kernels))
			}
			runtime.KeepAlive(finder)
		})
	}
}

func liveBytes() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// Headers that all point at a large table, which is no table in the end, would be read for hours.
func TestHostileHeadersDoNotTakeForever(t *testing.T) {
	const sections = 60_000
	header := testELF{machine: machineCUDA}.bytes()[:elfHeaderSize]
	binary.LittleEndian.PutUint64(header[40:], 1<<20)
	binary.LittleEndian.PutUint16(header[60:], sections)
	part := make([]byte, 4096)
	copy(part, header)
	part = bytes.Repeat(part, 256)
	size := int64(64 * len(part))
	finder := NewFinder()
	finder.work = 1 << 20
	for start := int64(0); start < size; start += int64(len(part)) {
		finder.Observe(start, part)
	}
	found, err := finder.Finish(context.Background(), repeated{part}, size)
	if err != nil || found.Why != errWork.Error() || len(found.Images) != 0 {
		t.Errorf("%d images, complete %v, %q, %v", len(found.Images), found.Complete, found.Why, err)
	}
}

// Entries that unpack to much more than they take stop at a sum.
func TestHostileCompressionStops(t *testing.T) {
	const more = maxUnpacked - 20 // after one literal and a match of 19, the least with more to come
	bomb := append([]byte{0x1f, 0, 1, 0}, bytes.Repeat([]byte{255}, more/255)...)
	bomb = append(bomb, more%255)
	if err := unpackLZ4(make([]byte, maxUnpacked), bomb); err != nil {
		t.Fatal(err)
	}
	one := testFatbin(90, bomb)
	entry := one[fatbinHeaderSize:]
	binary.LittleEndian.PutUint64(entry[40:], entryLZ4)
	binary.LittleEndian.PutUint64(entry[56:], maxUnpacked)
	fatbin := append(one[:fatbinHeaderSize:fatbinHeaderSize], bytes.Repeat(entry, 100)...)
	binary.LittleEndian.PutUint64(fatbin[8:], uint64(len(fatbin)-fatbinHeaderSize))
	found := observe(t, fatbin, 1<<20)
	if len(found.Images) != 1 || !found.Images[0].Compressed || found.Why != errTooLarge.Error() {
		t.Errorf("%d images, complete %v, %q", len(found.Images), found.Complete, found.Why)
	}
}
