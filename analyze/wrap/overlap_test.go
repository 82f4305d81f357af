package wrap_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
)

// TestZipEntriesOfTheSameBytes gives an archive whose directory names one member many times.
func TestZipEntriesOfTheSameBytes(t *testing.T) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	member, err := archive.CreateHeader(&zip.FileHeader{Name: "a.plan", Method: zip.Store})
	if err == nil {
		_, err = member.Write(tiny)
	}
	if err == nil {
		err = archive.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	const endSize, copies = 22, 100
	content := file.Bytes()
	end := bytes.Clone(content[len(content)-endSize:])
	size, start := binary.LittleEndian.Uint32(end[12:]), binary.LittleEndian.Uint32(end[16:])
	entry := content[start : start+size]
	many := append(bytes.Clone(content[:start]), bytes.Repeat(entry, copies)...)
	binary.LittleEndian.PutUint16(end[8:], copies)
	binary.LittleEndian.PutUint16(end[10:], copies)
	binary.LittleEndian.PutUint32(end[12:], size*copies)
	many = append(many, end...)
	plans, err := wrap.Find(context.Background(), bytes.NewReader(many), int64(len(many)), wrap.Options{})
	if err != nil || len(plans) != 1 {
		t.Errorf("%d plans, %v; want the one that is there", len(plans), err)
	}
}
