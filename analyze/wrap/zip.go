package wrap

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

// Methods of compression in zip archives that archive/zip has no name for.
const methodZstd = zstd.ZipMethodWinZip

// zip looks into each member of an archive.
func (f *finder) zip(s source) ([]Plan, error) {
	in := &recorder{reader: s.reader}
	archive, err := zip.NewReader(in, s.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		if errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			return nil, damaged("zip archive: its directory, at the end, is missing or broken: %v", err)
		}
		return nil, fmt.Errorf("zip archive: read its directory: %w", err)
	}
	archive.RegisterDecompressor(zip.Deflate, flate.NewReader)
	archive.RegisterDecompressor(methodZstd, zstd.ZipDecompressor(
		zstd.WithDecoderMaxWindow(maxZstdWindow), zstd.WithDecoderLowmem(true)))
	wrapper := archiveKind(archive)
	var found members
	seen := map[int64]bool{} // entries of the same bytes are one member: many of them would cost the file's size each
	for _, file := range archive.File {
		if err := f.ctx.Err(); err != nil {
			found.close()
			return nil, err
		}
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		if offset, err := file.DataOffset(); err == nil {
			if seen[offset] {
				continue
			}
			seen[offset] = true
		}
		member := &zipMember{f, s.named(file.Name), in, wrapper, file}
		plans, err := member.find()
		if err := found.add(member.source.wrapped(wrapper), plans, err); err != nil {
			_ = found.cut(s.wrapped(wrapper), err)
			break
		}
	}
	if len(found.plans) == 0 {
		return nil, without("a %s archive without a plan (%s)", archiveNames()[wrapper], plural(len(archive.File), "member"))
	}
	return found.plans, nil
}

func archiveNames() map[string]string {
	return map[string]string{"zip": "zip", "pytorch": "PyTorch", "torchscript": "TorchScript"}
}

// archiveKind tells what wrote an archive by its members.
func archiveKind(archive *zip.Reader) string {
	kind := "zip"
	for _, file := range archive.File {
		_, name, inFolder := strings.Cut(file.Name, "/")
		switch {
		case inFolder && name == "constants.pkl":
			return "torchscript"
		case inFolder && (name == "data.pkl" || name == "archive_format"), file.Name == "serialized_exported_program.json":
			kind = "pytorch"
		}
	}
	return kind
}
