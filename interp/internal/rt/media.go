package rt

import (
	"reflect"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/bridge"
)

// medium is a value of a type of the session with what one of its methods shows.
type medium struct {
	inner any // perhaps another medium
	mime  string
	show  func() any
}

// mediaTypes are what the methods return.
var mediaTypes = map[string]string{
	"HTML": "text/html", "Markdown": "text/markdown", "Latex": "text/latex",
	"SVG": "image/svg+xml", "PNG": "image/png", "JPEG": "image/jpeg",
}

// Medium adds to v what the method name of its type returns. A nil pointer has nothing to show, as in compiled code.
func Medium(v any, name string, show func() any) any {
	if r := reflect.ValueOf(bare(v)); r.Kind() == reflect.Pointer && r.IsNil() {
		return v
	}
	return &medium{bridge.Unwrap(v), mediaTypes[name], show}
}

// MIME returns what all the methods show, and the text of a value that has one.
func (m *medium) MIME() map[string]any {
	data := map[string]any{}
	switch inner := m.inner.(type) {
	case *medium:
		data = inner.MIME()
	case *texted:
		data["text/plain"] = inner.text()
	case error:
		data["text/plain"] = inner.Error()
	}
	switch x := bridge.Unwrap(m.show()).(type) {
	case map[string]any:
		for mime, v := range x {
			data[mime] = bridge.Unwrap(v)
		}
	default:
		data[m.mime] = x
	}
	return data
}

// Display implements display.Displayer.
func (m *medium) Display() display.Bundle { return display.OfMedia(m.MIME()) }
