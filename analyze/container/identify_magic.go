package container

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// magics are formats that their first bytes name without doubt, or together with a check.
var magics = []struct {
	offset int
	magic  string
	what   string
}{
	{0, "\x1f\x8b\x08", "a gzip stream"},
	{0, "\x28\xb5\x2f\xfd", "a zstd stream"},
	{0, "\xfd7zXZ\x00", "an xz stream"},
	{0, "\x04\x22\x4d\x18", "an LZ4 stream"},
	{0, "PK\x05\x06", "an empty zip archive"},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{0, "Rar!\x1a\x07", "a RAR archive"},
	{257, "ustar", "a tar archive, which is not looked through: use tar -xOf FILE MEMBER | planlint -"},
	{0, "\x7fELF", "an ELF library or program"},
	{0, "\x50\xed\x55\xba", "a CUDA fat binary"},
	{0, "\xcf\xfa\xed\xfe", "a Mach-O library or program"},
	{0, "GGUF", "a GGUF model"},
	{4, "TFL3", "a TensorFlow Lite model"},
	{4, "ORTM", "a model in ONNX Runtime's own format"},
	{4, "ET12", "an ExecuTorch program"},
	{0, "TR01", "an ExecuTorch TensorRT blob"},
	{0, "TR02", "an ExecuTorch TensorRT blob"},
	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file, such as a Keras model"},
	{0, "\x93NUMPY", "a NumPy array"},
	{0, "PAR1", "a Parquet file"},
	{0, "ARROW1\x00\x00", "an Arrow file"},
	{0, "SQLite format 3\x00", "an SQLite database"},
	{0, "\x89PNG\r\n\x1a\n", "a PNG image"},
	{0, "\xff\xd8\xff", "a JPEG image"},
	{0, "GIF8", "a GIF image"},
	{0, "%PDF-", "a PDF document"},
	{0, "\x00\x05\x16\x07\x00\x02\x00\x00", "a macOS companion file (\"._name\"), not the file itself"},
	{0, "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", "a PyTorch file in its old format"},
}

func identifyMagic(head []byte, size int64) string {
	for _, m := range magics {
		if len(head) >= m.offset && bytes.HasPrefix(head[m.offset:], []byte(m.magic)) {
			return m.what
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return identifyZip(head)
	case len(head) >= 10 && string(head[:3]) == "BZh" && head[3] >= '1' && head[3] <= '9' && string(head[4:10]) == "1AY&SY":
		return "a bzip2 stream"
	case isPE(head):
		return "a Windows library or program"
	case isPickle(head):
		return "a Python pickle"
	}
	return ""
}

// identifyZip tells kinds of zip archives apart by the name of their first member.
func identifyZip(head []byte) string {
	const nameAt = 30
	if len(head) < nameAt {
		return "a zip archive"
	}
	length := int(binary.LittleEndian.Uint16(head[26:]))
	name := string(head[nameAt:min(len(head), nameAt+length)])
	switch {
	case strings.HasSuffix(name, "/data.pkl"), strings.HasSuffix(name, "/.format_version"),
		strings.HasSuffix(name, "/archive_format"):
		return "a PyTorch archive"
	case strings.HasSuffix(name, ".npy"):
		return "a NumPy archive"
	}
	return "a zip archive"
}

func isPE(head []byte) bool {
	if len(head) < 64 || string(head[:2]) != "MZ" {
		return false
	}
	at := binary.LittleEndian.Uint32(head[60:])
	return at <= uint32(len(head)-4) && string(head[at:at+4]) == "PE\x00\x00"
}

// isPickle recognises the protocols that wrap their content in frames.
func isPickle(head []byte) bool {
	return len(head) >= 11 && head[0] == 0x80 && (head[1] == 4 || head[1] == 5) && head[2] == 0x95
}

// identifySafetensors checks the length of the JSON header that comes first.
func identifySafetensors(head []byte, size int64) string {
	if len(head) < 10 || head[8] != '{' || (head[9] != '"' && head[9] != '}') {
		return ""
	}
	if length := binary.LittleEndian.Uint64(head); length >= 2 && length <= uint64(size-8) && length < 1<<27 {
		return "a safetensors file: weights, not an engine"
	}
	return ""
}
