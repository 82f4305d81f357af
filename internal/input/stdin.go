package input

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// openStdin reads a redirected file in place and spools everything else.
func openStdin(ctx context.Context, options Options) (Source, error) {
	if options.Stdin == nil {
		return nil, errors.New("there is no standard input")
	}
	opened, isFile := options.Stdin.(*os.File)
	if !isFile {
		return spoolStream(ctx, options.Stdin, "standard input", options)
	}
	info, err := opened.Stat()
	if err != nil {
		return nil, plainError(err)
	}
	mode := info.Mode()
	if mode&fs.ModeSocket != 0 || isNull(info) { // what inetd and some runners give, and nothing at all
		mode = fs.ModeNamedPipe
	}
	if err := readable(mode); err != nil {
		return nil, err
	}
	if mode.IsRegular() {
		// A program before us may have read the start; then only the rest is ours.
		if at, err := opened.Seek(0, io.SeekCurrent); err == nil && at == 0 {
			return newFile(opened, "", func() error { return nil })
		}
	}
	return spoolStream(ctx, opened, "standard input", options)
}

// isNull tells the device that is always empty, which is the input of many services.
func isNull(info fs.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
