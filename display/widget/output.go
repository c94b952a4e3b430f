package widget

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"
)

// Output is a control that shows the output and displays of a function, see display.Into.
type Output struct{ *Model }

// NewOutput returns an empty output (ipywidgets.Output).
func NewOutput(traits ...Traits) *Output { return &Output{newModel("NewOutput", "Output", traits...)} }

// Outputs returns the content in the form of a notebook file: maps with output_type, name and text, data and
// metadata, or ename, evalue and traceback.
func (o *Output) Outputs() []map[string]any {
	list := []map[string]any{}
	for _, v := range asList(o.Get("outputs")) {
		if m, ok := v.(map[string]any); ok {
			list = append(list, m)
		}
	}
	return list
}

// SetOutputs replaces the content.
func (o *Output) SetOutputs(list []map[string]any) { o.Set("outputs", list) }

// Clear removes the content.
func (o *Output) Clear() { o.SetOutputs(nil) }

// colours are escape sequences of terminals.
var colours = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// page returns outputs as HTML.
func page(outputs any) string {
	var b strings.Builder
	text := func(s string) { fmt.Fprintf(&b, "<pre>%s</pre>", html.EscapeString(colours().ReplaceAllString(s, ""))) }
	for _, v := range asList(outputs) {
		out, _ := v.(map[string]any)
		data, _ := out["data"].(map[string]any)
		if s, ok := out["text"].(string); ok {
			text(s)
			continue
		}
		if lines := asList(out["traceback"]); len(lines) > 0 {
			parts := make([]string, len(lines))
			for i, l := range lines {
				parts[i] = fmt.Sprint(l)
			}
			text(strings.Join(parts, "\n"))
			continue
		}
		switch {
		case data["text/html"] != nil:
			fmt.Fprint(&b, data["text/html"])
		case data["image/svg+xml"] != nil:
			fmt.Fprint(&b, data["image/svg+xml"])
		case data["image/png"] != nil:
			fmt.Fprintf(&b, `<img src="data:image/png;base64,%v">`, data["image/png"])
		case data["text/plain"] != nil:
			text(fmt.Sprint(data["text/plain"]))
		}
	}
	return b.String()
}
