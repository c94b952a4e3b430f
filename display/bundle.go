// Package display shows values: as text in a terminal, as tables, pictures and plots in a notebook.
//
// [Show] displays values while a cell runs; the value of a cell's last expression shows itself the same way. A type
// defines how its values look with any of the methods String() string, HTML() string, Markdown() string, Latex()
// string, SVG() string, PNG() []byte, JPEG() []byte and MIME() map[string]any.
//
// Values that cannot be shown panic with a [*tensor.Error]; functions that write files or read input return an error.
package display

import "maps"

// Bundle is one value in several representations, keyed by MIME type. "text/plain" is always there.
type Bundle struct {
	Data     map[string]any // MIME type → string, []byte or JSON value
	Metadata map[string]any // may be nil
	ID       string         // names the output, so that Update can replace it; "" for none
	Live     bool           // an intermediate state; front ends that cannot replace output wait for the last one
}

// Text returns the text/plain representation.
func (b Bundle) Text() string { s, _ := b.Data["text/plain"].(string); return s }

// TextBundle returns a bundle that holds only text.
func TextBundle(s string) Bundle { return Bundle{Data: map[string]any{"text/plain": s}} }

// passingKey is a metadata key that marks an output that matters only while a cell runs.
const passingKey = "msrepl_passing"

// Passing reports whether the output matters only while the cell runs, like a progress bar: a front end that cannot
// replace output does not show it, and a replay of a notebook does not compare it.
func (b Bundle) Passing() bool { p, _ := b.Metadata[passingKey].(bool); return p }

// Pass returns a copy of the bundle that is marked as passing, see [Bundle.Passing].
func (b Bundle) Pass() Bundle {
	b.Metadata = maps.Clone(b.Metadata)
	if b.Metadata == nil {
		b.Metadata = map[string]any{}
	}
	b.Metadata[passingKey] = true
	return b
}
