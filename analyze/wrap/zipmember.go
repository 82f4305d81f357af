package wrap

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// zipMember is a member of an archive, which is source. Its name is already in source.
type zipMember struct {
	finder  *finder
	source  source
	in      *recorder
	wrapper string
	file    *zip.File
}

// find returns the plans of the member.
func (m *zipMember) find() ([]Plan, error) {
	const encrypted = 1
	if m.file.Flags&encrypted != 0 {
		return nil, errors.New("zip archive: the member is encrypted: not looked into")
	}
	if m.file.Method != zip.Store {
		return m.decode()
	}
	offset, err := m.file.DataOffset()
	if err != nil {
		return nil, m.broken(err)
	}
	size := m.file.CompressedSize64
	if offset > m.source.size || size > uint64(m.source.size-offset) {
		return nil, damaged("zip archive: the member, %d bytes at %d, reaches past the end of the archive", size, offset)
	}
	if size == 0 {
		return nil, without("an empty member")
	}
	return m.finder.loose(m.source.inside(m.wrapper, offset, int64(size)))
}

func (m *zipMember) broken(err error) error {
	if cause := m.in.failure(); cause != nil {
		return fmt.Errorf("zip archive: read the member's header: %w", cause)
	}
	return damaged("zip archive: the member's header is missing or broken: %v", err)
}

// decode looks into a compressed member. It is stored only if it may hold a plan.
func (m *zipMember) decode() ([]Plan, error) {
	in, err := m.file.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		if !promisesPlan(m.file.Name) {
			return nil, without("a member without a plan")
		}
		return nil, fmt.Errorf("zip archive: compressed by method %d, which is not looked through: unpack it first", m.file.Method)
	}
	if err != nil {
		return nil, m.broken(err)
	}
	defer in.Close()
	stream := bufio.NewReaderSize(in, headSize)
	head, err := stream.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, m.in.explain("zip archive", 0, err)
	}
	switch {
	case isJSON(head), isPickle(head):
		// Nearly none of these hold a plan, and they need not be stored to be looked through.
		if has, err := m.hasAnchor(stream); err != nil || !has {
			return nil, errors.Join(err, without("a member without a plan"))
		}
		again, err := m.file.Open()
		if err != nil {
			return nil, m.broken(err)
		}
		defer again.Close()
		stream = bufio.NewReaderSize(again, headSize)
	case !MaybePlan(head):
		return nil, without("a member without a plan")
	}
	decoder := &limited{finder: m.finder, name: m.wrapper, in: m.in, decoder: stream}
	return m.finder.store(m.source, m.wrapper, decoder, m.finder.loose)
}

// promisesPlan tells the members that may hold a plan by their names, where their bytes cannot be looked at.
func promisesPlan(name string) bool {
	return slices.Contains([]string{
		".plan", ".engine", ".trt", ".onnx", ".zip", ".gz", ".zst", ".pt", ".pth", ".pt2", ".ts", ".ep", ".pkl", ".pte",
	}, strings.ToLower(path.Ext(name)))
}

// hasAnchor reports whether a stream has the first bytes of a plan somewhere.
func (m *zipMember) hasAnchor(in io.Reader) (bool, error) {
	stream := &limited{finder: m.finder, name: m.wrapper, in: m.in, decoder: in}
	const overlap = 16
	buf := make([]byte, overlap+256<<10)
	kept := 0
	for {
		n, err := io.ReadFull(stream, buf[kept:])
		block := buf[:kept+n]
		for _, anchor := range planAnchors() {
			if bytes.Contains(block, anchor) {
				return true, nil
			}
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		kept = copy(buf, block[len(block)-overlap:])
	}
}

// loose looks into a member, also for records that are only looked for inside of archives.
func (f *finder) loose(s source) ([]Plan, error) {
	if s.size > 0 {
		head, err := s.head()
		if err != nil {
			return nil, fmt.Errorf("read the first bytes of the member: %w", err)
		}
		if isJSON(head) {
			return f.pickle(s)
		}
	}
	return f.find(s)
}

// isJSON tells JSON, as the file is in which an exported program has its nodes, and with them a record.
func isJSON(head []byte) bool {
	return len(head) > 1 && (head[0] == '{' || head[0] == '[')
}
