package notebooks

import (
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/msrepl/msrepl/internal/atomicfile"
)

// WriteFile writes the notebook to the named file. It replaces the file atomically and keeps its mode.
func (n *Notebook) WriteFile(name string) error {
	return atomicfile.WriteText(name, n.Encode())
}

// Encode returns the notebook in the layout of nbformat's writer: sorted keys, indented by one space, texts as lists
// of lines, a newline at the end. Decoding and encoding a file written by Jupyter returns the same bytes.
func (n *Notebook) Encode() []byte {
	dropTransient(n)
	cells := make([]any, len(n.Cells))
	for i, c := range n.Cells {
		cells[i] = c.object()
	}
	m := extended(n.Extra)
	m["cells"] = cells
	m["metadata"] = orEmpty(n.Metadata)
	m["nbformat"] = 4
	m["nbformat_minor"] = n.Minor
	return append(appendJSON(nil, m, "\n"), '\n')
}

func (c *Cell) object() map[string]any {
	m := extended(c.Extra)
	m["cell_type"] = c.Type
	m["metadata"] = orEmpty(c.Metadata)
	m["source"] = splitLines(c.Source)
	if c.ID != "" {
		m["id"] = c.ID
	}
	if attachments, ok := m["attachments"].(map[string]any); ok {
		split := map[string]any{}
		for name, bundle := range attachments {
			split[name] = splitBundle(bundle)
		}
		m["attachments"] = split
	}
	if c.Type == "code" {
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = o.object()
		}
		m["outputs"] = outputs
		m["execution_count"] = count(c.ExecutionCount)
	}
	return m
}

func (o Output) object() map[string]any {
	m := extended(o.Extra)
	m["output_type"] = o.Type
	switch o.Type {
	case StreamOutput:
		m["name"], m["text"] = o.Name, splitLines(o.Text)
	case DisplayOutput, ResultOutput:
		m["data"], m["metadata"] = splitBundle(o.Data), orEmpty(o.Metadata)
		if o.Type == ResultOutput {
			m["execution_count"] = count(o.ExecutionCount)
		}
	case ErrorOutput:
		lines := make([]any, len(o.Traceback))
		for i, s := range o.Traceback {
			lines[i] = s
		}
		m["ename"], m["evalue"], m["traceback"] = o.EName, o.EValue, lines
	}
	return m
}

func extended(extra map[string]any) map[string]any {
	m := maps.Clone(extra)
	if m == nil {
		m = map[string]any{}
	}
	return m
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

func count(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}

// splitBundle turns the texts of a MIME bundle into lists of lines. nbformat splits these MIME types and no others.
func splitBundle(bundle any) any {
	m, ok := bundle.(map[string]any)
	if !ok {
		return orEmpty(nil)
	}
	split := map[string]any{}
	for mime, v := range m {
		s, ok := v.(string)
		if ok && (strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml") {
			v = splitLines(s)
		}
		split[mime] = v
	}
	return split
}

// splitLines is Python's str.splitlines(keepends=True), where characters other than \n also end a line.
func splitLines(s string) []any {
	lines := []any{}
	for len(s) > 0 {
		end := len(s)
		if i := strings.IndexAny(s, "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"); i >= 0 {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
			if strings.HasPrefix(s[i:], "\r\n") {
				end++
			}
		}
		lines = append(lines, s[:end])
		s = s[end:]
	}
	return lines
}
