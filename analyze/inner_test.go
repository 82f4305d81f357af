package analyze

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/planlint/planlint/internal/result"
)

// farEngine is a plan of TensorRT 8.6.1 whose engine is further than 1 MiB from both of its ends.
func farEngine() []byte {
	lean, plugins := bytes.Repeat([]byte{1}, 3<<20), bytes.Repeat([]byte{2}, 2<<20)
	little := binary.LittleEndian
	engine := little.AppendUint64([]byte("ptrt\x00\x00\x00\x00"), 236)
	engine = append(little.AppendUint64(engine, 16), bytes.Repeat([]byte{3}, 16)...)
	plan := little.AppendUint64([]byte("ftrt\x00\x00\x00\x00"), 3)
	const start = 32 + 3*24
	plan = little.AppendUint64(plan, uint64(start+len(lean)+len(engine)+len(plugins)+4))
	plan = append(plan, 8, 6, 1, 6, 0, 0, 0, 0)
	at := uint64(start)
	for i, section := range [][]byte{lean, engine, plugins} {
		plan = append(plan, []string{"NAEL", "NGNE", "NGLP"}[i]+"\x00\x00\x00\x00"...)
		plan = little.AppendUint64(little.AppendUint64(plan, at), uint64(len(section)))
		at += uint64(len(section))
	}
	return slices.Concat(plan, lean, engine, plugins, []byte{0x99, 0x8b, 0x8d, 0x8b})
}

// A scan reads all bytes, so it knows the start of the engine wherever that is; info does not.
func TestEngineBetweenTheEnds(t *testing.T) {
	plan := farEngine()
	in := Input{Name: "far.plan", Reader: bytes.NewReader(plan), Size: int64(len(plan))}
	scans, err := Scan(t.Context(), in, Options{})
	if err != nil || len(scans) != 1 || scans[0].Err != nil {
		t.Fatalf("%+v, %v", scans, err)
	}
	if version := scans[0].Scan.Container.SerializationVersion; version == nil || *version != 236 {
		t.Errorf("scan: serialization version %v", version)
	}
	unread := func(n result.NotChecked) bool { return n.What == "start of the engine" }
	if slices.ContainsFunc(scans[0].Scan.NotChecked, unread) {
		t.Errorf("scan: %v", scans[0].Scan.NotChecked)
	}
	infos, err := Info(t.Context(), in, Options{})
	if err != nil || len(infos) != 1 || infos[0].Err != nil || !slices.ContainsFunc(infos[0].Info.NotChecked, unread) {
		t.Errorf("info: %+v, %v", infos, err)
	}
}
