package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// pages holds the templates of all HTML, their style and their script.
//
//go:embed pages
var pages embed.FS

// htmlPage is a page that stands for itself. Its texts are raw: html/template escapes them for where they stand.
type htmlPage struct {
	// Command is the command whose results these are, and Title what they are of.
	Command, Title string
	Tool           string
	// Lead is a sentence above the sections, and Summary a table of all results; for a page of several.
	Lead     string
	Summary  *htmlTable
	Sections []htmlSection
	Errors   *htmlTable
	Looks    []htmlLook
	labels   htmlLooks
	details  map[int]bool
	Style    template.CSS
	// Script sorts tables and shows what is pointed at. The page says everything without it, too.
	Script template.JS
	// Policy forbids the page to load anything, and to run or apply anything but its own script and style.
	Policy string
}

// htmlSection is one result, its verdict first.
type htmlSection struct {
	ID string
	// Word is the verdict, and Tone what it means: "bad", "warn", "good" or "".
	Word, Tone string
	Name       string
	Why        string
	Figures    []htmlFigure
	Parts      []htmlPart
}

// htmlFigure is one of the few numbers that matter most: exact, and rounded beside it.
type htmlFigure struct{ Name, Exact, Size, Note string }

// htmlPart is a piece of a section under its title. What is absent is left out.
type htmlPart struct {
	Title, Note string
	Facts       []htmlFact
	Findings    []htmlFinding
	Strips      []htmlStrip
	Trees       []htmlTree
	Bars        []htmlBar
	Table       *htmlTable
	List        []string
	// Folded parts are opened by a click.
	Folded bool
}

// htmlFact is a name and what is known about it.
type htmlFact struct {
	Name  string
	Lines []string
}

// htmlFinding is a finding, with what to do about it.
type htmlFinding struct{ Level, Tone, Rule, Message, Advice, What string }

// Several tells whether the page has a title above its sections.
func (p *htmlPage) Several() bool { return len(p.Sections) != 1 || p.Summary != nil }

// htmlPlaced is a section as its template needs it.
type htmlPlaced struct {
	Section htmlSection
	Several bool
}

func sectionOf(section htmlSection, several bool) htmlPlaced { return htmlPlaced{section, several} }

// newHTMLPage returns a page of a command's results.
func newHTMLPage(command, title string, tool result.Tool) *htmlPage {
	return &htmlPage{Command: command, Title: title, Tool: tool.Version, Looks: pageLooks(), labels: htmlLooks{}}
}

// write renders the page.
func (p *htmlPage) write(w io.Writer) error {
	style, err := pages.ReadFile("pages/style.css")
	if err != nil {
		return fmt.Errorf("reading the style of a page: %w", err)
	}
	script, err := pages.ReadFile("pages/script.js")
	if err != nil {
		return fmt.Errorf("reading the script of a page: %w", err)
	}
	templates, err := template.New("").Funcs(template.FuncMap{"visible": Visible, "cells": cellsOf, "section": sectionOf}).ParseFS(pages, "pages/*.tmpl")
	if err != nil {
		return fmt.Errorf("reading the templates of a page: %w", err)
	}
	p.Style, p.Script = template.CSS(style), template.JS(script)
	p.Policy = fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", sourceHash(style), sourceHash(script))
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "page.tmpl", p); err != nil {
		return fmt.Errorf("rendering a page: %w", err)
	}
	return write(w, out.String())
}

// sourceHash names a script or style by its content, as a Content-Security-Policy does.
func sourceHash(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// verdictTone is what a verdict means for who reads it.
func verdictTone(verdict result.Verdict) string {
	switch verdict {
	case result.VerdictClean:
		return "good"
	case result.VerdictPadded, result.VerdictDamaged:
		return "bad"
	case result.VerdictSuspect:
		return "warn"
	}
	return ""
}

// levelTone is what a level means for who reads it.
func levelTone(level result.Level) string {
	switch level {
	case result.LevelError:
		return "bad"
	case result.LevelWarning:
		return "warn"
	}
	return ""
}

// sizeFigure is a size in bytes as a number that matters.
func sizeFigure(name string, size int64, note string) htmlFigure {
	return htmlFigure{Name: name, Exact: units.FormatBytes(size), Size: roundedSize(size), Note: note}
}

// findingsPart lists findings.
func findingsPart(findings []result.Finding, options Options) (part htmlPart) {
	part.Title = "Findings"
	for _, f := range findings {
		part.Findings = append(part.Findings, htmlFinding{Level: string(f.Level), Tone: levelTone(f.Level), Rule: f.Rule, Message: f.Message, Advice: options.advice(f.Rule)})
	}
	return part
}

// factsPart lists facts.
func factsPart(title string, facts []fact) (part htmlPart) {
	part.Title = title
	for _, f := range facts {
		part.Facts = append(part.Facts, htmlFact{f.name, f.lines})
	}
	return part
}

// notCheckedPart says what was not looked at.
func notCheckedPart(skipped []result.NotChecked) (part htmlPart) {
	part.Title = "Not checked"
	for _, n := range skipped {
		part.List = append(part.List, n.What+": "+n.Why)
	}
	return part
}

// errorsTable lists the inputs that could not be judged; nil if there are none.
func errorsTable(failures []result.Error) *htmlTable {
	if len(failures) == 0 {
		return nil
	}
	list := table{columns: []column{{title: "file", name: true}, {title: "kind"}, {title: "why"}}}
	for _, failure := range failures {
		list.rows = append(list.rows, []string{failure.File, string(failure.Kind), failure.Message})
	}
	return newHTMLTable(list)
}

// add appends a part that has something to show.
func (s *htmlSection) add(part htmlPart) {
	if len(part.Facts)+len(part.Findings)+len(part.Strips)+len(part.Trees)+len(part.Bars)+len(part.List) > 0 || part.Table != nil && len(part.Table.Rows) > 0 {
		s.Parts = append(s.Parts, part)
	}
}
