package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/planlint/planlint/internal/result"
)

// reportStyle is that of a report as a page, in light and dark.
const reportStyle = `:root{color-scheme:light dark;--line:#d0d7de;--soft:#f6f8fa;--faint:#57606a}
@media (prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#151b23;--faint:#9198a1}}
body{font:16px/1.5 'Segoe UI','Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25}h2{border-bottom:1px solid var(--line);padding-bottom:.3rem;margin-top:2rem}
table{border-collapse:collapse;display:block;overflow-x:auto;overflow-wrap:normal}td,th{border:1px solid var(--line);padding:.3rem .8rem}
pre{background:var(--soft);padding:1rem;overflow:auto;font-size:.85rem}code{background:var(--soft)}em{color:var(--faint)}`

// ReportHTML writes bug reports as a page: their Markdown, as GitHub shows it. The page loads nothing.
func ReportHTML(w io.Writer, document result.Document[result.Report]) error {
	var markdown, body bytes.Buffer
	if err := ReportMarkdown(&markdown, document); err != nil {
		return err
	}
	// The only tags in it are the report's own: all that is from elsewhere has been escaped.
	convert := goldmark.New(goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := convert.Convert(markdown.Bytes(), &body); err != nil {
		return fmt.Errorf("rendering the report: %w", err)
	}
	title := "Bug reports"
	if len(document.Results) == 1 {
		title = document.Results[0].Title
	}
	return write(w, fmt.Sprintf("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"+
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '%s'">`+"\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n%s</body>\n</html>\n",
		sourceHash([]byte(reportStyle)), escapeMarkup(title), reportStyle, body.String()))
}
