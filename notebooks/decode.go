package notebooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// ReadFile reads the notebook in the named file.
func ReadFile(name string) (*Notebook, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	nb, err := Decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return nb, nil
}

// Decode parses a notebook of nbformat 4. Texts may be strings or lists of lines. It may begin with a byte order mark.
func Decode(b []byte) (*Notebook, error) {
	b = bytes.TrimPrefix(b, []byte(byteOrderMark))
	if err := mustBeUTF8(b); err != nil {
		return nil, err
	}
	raw, err := decodeJSON(b)
	if err != nil {
		return nil, fmt.Errorf("not a notebook: %w", err)
	}
	d := fields{m: raw, where: "notebook"}
	major, minor := d.takeInt("nbformat"), d.takeInt("nbformat_minor")
	if d.err == nil && (major == nil || *major != 4) {
		return nil, fmt.Errorf("not a notebook of nbformat 4; `jupyter nbconvert --to notebook` converts older ones")
	}
	nb := &Notebook{Metadata: d.takeMap("metadata"), Extra: d.m}
	if minor != nil {
		nb.Minor = *minor
	}
	for i, c := range d.takeList("cells") {
		cell, err := decodeCell(c, fmt.Sprintf("cell %d", i+1))
		if err != nil {
			return nil, err
		}
		nb.Cells = append(nb.Cells, cell)
	}
	dropTransient(nb)
	return nb, d.err
}

// byteOrderMark is what some editors write at the beginning of a file.
const byteOrderMark = "\ufeff"

// mustBeUTF8 rejects text in any other encoding: package json would replace invalid bytes without an error.
func mustBeUTF8(text []byte) error {
	line := 0
	for l := range bytes.Lines(text) {
		if line++; !utf8.Valid(l) {
			return fmt.Errorf("line %d is not UTF-8", line)
		}
	}
	return nil
}

// dropTransient removes what nbformat removes on every read and write.
func dropTransient(nb *Notebook) {
	for _, key := range []string{"orig_nbformat", "orig_nbformat_minor", "signature"} {
		delete(nb.Metadata, key)
	}
	for _, c := range nb.Cells {
		delete(c.Metadata, "trusted")
	}
}

func decodeCell(v any, where string) (*Cell, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s is not an object", where)
	}
	d := fields{m: m, where: where}
	c := &Cell{
		Type:     d.takeString("cell_type"),
		ID:       d.takeString("id"),
		Source:   d.takeText("source"),
		Metadata: d.takeMap("metadata"),
		Extra:    d.m,
	}
	if c.Type == "code" {
		c.ExecutionCount = d.takeInt("execution_count")
		for i, o := range d.takeList("outputs") {
			out, err := decodeOutput(o, fmt.Sprintf("%s, output %d", where, i+1))
			if err != nil {
				return nil, err
			}
			c.Outputs = append(c.Outputs, out)
		}
	}
	attachments, _ := c.Extra["attachments"].(map[string]any)
	for _, bundle := range attachments {
		joinLines(bundle)
	}
	return c, d.err
}

func decodeOutput(v any, where string) (Output, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return Output{}, fmt.Errorf("%s is not an object", where)
	}
	d := fields{m: m, where: where}
	o := Output{Type: d.takeString("output_type"), Extra: d.m}
	switch o.Type {
	case StreamOutput:
		o.Name, o.Text = d.takeString("name"), d.takeText("text")
	case DisplayOutput, ResultOutput:
		o.Data, o.Metadata = d.takeMap("data"), d.takeMap("metadata")
		joinLines(o.Data)
		if o.Type == ResultOutput {
			o.ExecutionCount = d.takeInt("execution_count")
		}
	case ErrorOutput:
		o.EName, o.EValue = d.takeString("ename"), d.takeString("evalue")
		o.Traceback = d.takeStrings("traceback")
	}
	return o, d.err
}

// joinLines joins every list of lines in a MIME bundle into one string, as nbformat's reader does: anything that is
// not JSON may be a list of strings.
func joinLines(bundle any) {
	m, _ := bundle.(map[string]any)
	for mime, v := range m {
		list, ok := v.([]any)
		if !ok || isJSONMime(mime) {
			continue
		}
		if s, ok := joinStrings(list); ok {
			m[mime] = s
		}
	}
}

func isJSONMime(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

func joinStrings(list []any) (string, bool) {
	var b strings.Builder
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		b.WriteString(s)
	}
	return b.String(), true
}

// decodeJSON parses one JSON object and keeps the spelling of numbers.
func decodeJSON(b []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("text after the end of the object")
	}
	return m, nil
}
