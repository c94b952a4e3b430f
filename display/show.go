package display

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/text/htmltext"
	"github.com/msrepl/msrepl/tensor"
)

// Show displays values now, each as a cell shows its last expression.
func Show(v ...any) {
	out := output()
	for _, x := range v {
		out.Display(Echo(x))
	}
}

// Display is [Show] under IPython's name.
func Display(v ...any) { Show(v...) }

// Handle is a value on display that can be replaced, see [ShowID].
type Handle struct {
	id string
	at *stage
}

// ShowID displays v and returns a handle that can replace it later.
func ShowID(v any) *Handle {
	h := &Handle{newID(), output()}
	b := Echo(v)
	b.ID = h.id
	h.at.Display(b)
	return h
}

// ID returns the name of the output, which [Update] takes.
func (h *Handle) ID() string { return h.id }

// Update replaces the displayed value with v.
func (h *Handle) Update(v any) { Update(h.id, v) }

// Update replaces the outputs with that ID, of a [Handle] or of a displayed [Bundle], with v.
func Update(id string, v any) {
	b := Echo(v)
	b.ID = id
	output().Update(b)
}

// Clear removes the output of the cell so far, at once or, with true, when new output arrives, which avoids flicker.
func Clear(wait ...bool) { output().Clear(slices.Contains(wait, true)) }

// ClearOutput is [Clear] under IPython's name.
func ClearOutput(wait ...bool) { Clear(wait...) }

// String returns the text of the bundle.
func (b Bundle) String() string { return b.Text() }

// With returns a copy of the bundle with metadata for one of its representations, such as With("image/png", "width",
// 200).
func (b Bundle) With(mime, key string, value any) Bundle {
	meta := maps.Clone(b.Metadata)
	if meta == nil {
		meta = map[string]any{}
	}
	inner, _ := meta[mime].(map[string]any)
	inner = maps.Clone(inner)
	if inner == nil {
		inner = map[string]any{}
	}
	inner[key] = value
	meta[mime] = inner
	b.Metadata = meta
	return b
}

// HTML is a fragment of HTML. A front end without HTML shows its text, with aligned tables.
func HTML(source string) Bundle { return medium("text/html", source, htmltext.Text(source)) }

// Markdown is text in Markdown.
func Markdown(source string) Bundle { return medium("text/markdown", source, source) }

// Latex is LaTeX; formulas are between dollar signs.
func Latex(source string) Bundle { return medium("text/latex", source, source) }

// Math is a LaTeX formula on its own line: Math(`\frac{1}{2}`). The dollar signs are added unless source already has
// them, as in IPython's Math.
func Math(source string) Bundle { return Latex(`$\displaystyle ` + strings.Trim(source, "$") + "$") }

// SVG is a vector graphic.
func SVG(source string) Bundle { return medium("image/svg+xml", source, "<SVG picture>") }

// PNG is a picture in PNG format.
func PNG(data []byte) Bundle { return rasterOf("image/png", data) }

// JPEG is a picture in JPEG format.
func JPEG(data []byte) Bundle { return rasterOf("image/jpeg", data) }

// Javascript is code that the page runs, if the front end allows it.
func Javascript(source string) Bundle {
	return medium("application/javascript", source, "<Javascript>")
}

// JSON is a value that the front end shows as a tree. A value that encoding/json cannot encode is a TypeError.
func JSON(v any) Bundle {
	raw, err := json.Marshal(v)
	if err != nil {
		tensor.Throw("JSON", tensor.TypeError, "For 'JSON', the value cannot be encoded: %v.", err)
	}
	text, _ := json.MarshalIndent(v, "", "  ")
	return medium("application/json", json.RawMessage(raw), string(text))
}

func medium(mime string, v any, text string) Bundle {
	return Bundle{Data: map[string]any{mime: v, "text/plain": text}}
}

func rasterOf(mime string, data []byte) Bundle {
	return medium(mime, data, plainText(nil, map[string]any{mime: data}))
}

var richTensors atomic.Bool

// Rich sets whether tensors are shown with a table besides their text, in front ends that can show tables. The
// default is false, as the outputs of the tutorials are text.
func Rich(on bool) { richTensors.Store(on) }

// EchoText is [Echo] for a value whose text is already known.
func EchoText(v any, text string) Bundle {
	b, ok := rich(v)
	if !ok {
		return TextBundle(text)
	}
	b.Data["text/plain"] = text
	return sound(b)
}

// escaped returns s as HTML text.
func escaped(s string) string { return html.EscapeString(s) }

func number(x float64) string { return fmt.Sprintf("%.4g", x) }
