package bugreport

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/planlint/planlint/internal/result"
)

// File is a file of a bundle.
type File struct {
	Name, What string
	Write      func(context.Context, io.Writer) error
}

// Files are what a list of files says of them.
func Files(list []File) []result.ReportFile {
	var all []result.ReportFile
	for _, f := range list {
		all = append(all, result.ReportFile{Name: f.Name, What: f.What})
	}
	return all
}

// epoch is the time of all files in a bundle, the first that zip knows: the same evidence gives the same bytes.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// Bundle writes files as a zip archive, in their order.
func Bundle(ctx context.Context, w io.Writer, files []File) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		header := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: epoch}
		header.SetMode(0o644)
		member, err := archive.CreateHeader(header)
		if err == nil {
			err = f.Write(ctx, member)
		}
		if err != nil {
			return fmt.Errorf("writing %s into the bundle: %w", f.Name, err)
		}
	}
	return archive.Close()
}

// Text is a file of a text.
func Text(name, what, text string) File {
	return File{name, what, func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}}
}

// CommandsText lists commands with what they are for, as a shell takes them.
func CommandsText(commands []result.ReportCommand) string {
	var out strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&out, "# %s\n%s\n\n", strings.Join(strings.Fields(c.For), " "), c.Command)
	}
	return out.String()
}
