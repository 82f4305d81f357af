package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/report"
)

// printCI writes a format for CI systems. Markdown is for a comment, too: where the whole does not fit in one, what one
// reads first is written instead, unless everything is asked for.
func (v view[R]) printCI(w io.Writer, format string, document result.Document[R], options report.Options) error {
	ci := report.NewCI(v.command, document, v.judged)
	if format != report.Markdown {
		return report.CIFormat(format)(w, ci, options)
	}
	var whole bytes.Buffer
	if err := v.formats[format](&whole, document, options); err != nil {
		return err
	}
	if !options.Verbose && utf8.RuneCount(whole.Bytes()) > report.MaxComment {
		return report.Comment(w, ci, options)
	}
	_, err := w.Write(whole.Bytes())
	return err
}

// tellGitHub adds to the summary and the outputs of a step of GitHub Actions, if the format is the one for it.
func (v view[R]) tellGitHub(a *app, s *settings, document result.Document[R]) error {
	if s.format != report.GitHub || v.judged == nil {
		return nil
	}
	ci := report.NewCI(v.command, document, v.judged)
	options := a.fileOptions(s)
	err := appendTo("GITHUB_STEP_SUMMARY", func(w io.Writer) error { return report.Comment(w, ci, options) })
	if err == nil {
		err = appendTo("GITHUB_OUTPUT", func(w io.Writer) error { return report.GitHubOutputs(w, ci) })
	}
	return err
}

// appendTo adds to the file that a variable of the environment names, if it names one. What other steps and programs wrote
// there stays.
func appendTo(variable string, print func(io.Writer) error) error {
	path := os.Getenv(variable)
	if path == "" {
		return nil
	}
	var text bytes.Buffer
	if err := print(&text); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err == nil {
		_, err = file.Write(text.Bytes())
		if closed := file.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", variable, path, plainError(err))
	}
	return nil
}

// places knows the root of the repository: the folder with .git, from the working directory upwards. Without one it is the
// working directory.
func places() report.Places {
	folder, err := os.Getwd()
	if err != nil {
		return report.Places{}
	}
	for root := folder; ; root = filepath.Dir(root) {
		if exists(filepath.Join(root, ".git")) {
			return report.Places{Root: root, Folder: folder}
		}
		if root == filepath.Dir(root) {
			return report.Places{Root: folder, Folder: folder}
		}
	}
}
