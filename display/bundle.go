// Package display turns values into what a terminal or a notebook shows.
package display

// Bundle is one value in several representations, keyed by MIME type. "text/plain" is always there.
type Bundle struct {
	Data     map[string]any // MIME type → string, []byte or JSON value
	Metadata map[string]any // may be nil
}

// Text returns the text/plain representation.
func (b Bundle) Text() string { s, _ := b.Data["text/plain"].(string); return s }

// TextBundle returns a bundle that holds only text.
func TextBundle(s string) Bundle { return Bundle{Data: map[string]any{"text/plain": s}} }
