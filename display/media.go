package display

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/htmltext"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// mediaMethods are the methods that define how values of a type are shown, in the order in which they fill a bundle.
// Each is a type assertion because looking methods up by name would keep the linker from dropping unused ones.
var mediaMethods = []struct {
	name, mime string // MIME returns a map by MIME types
	call       func(v any) any
}{
	{"HTML", "text/html", ifHas(func(x interface{ HTML() string }) any { return x.HTML() })},
	{"Markdown", "text/markdown", ifHas(func(x interface{ Markdown() string }) any { return x.Markdown() })},
	{"Latex", "text/latex", ifHas(func(x interface{ Latex() string }) any { return x.Latex() })},
	{"SVG", "image/svg+xml", ifHas(func(x interface{ SVG() string }) any { return x.SVG() })},
	{"PNG", "image/png", ifHas(func(x interface{ PNG() []byte }) any { return x.PNG() })},
	{"JPEG", "image/jpeg", ifHas(func(x interface{ JPEG() []byte }) any { return x.JPEG() })},
	{"MIME", "", ifHas(func(x interface{ MIME() map[string]any }) any { return x.MIME() })},
}

// ifHas returns a function that calls f for values with the method of T, and returns nil for others.
func ifHas[T any](f func(x T) any) func(v any) any {
	return func(v any) any {
		if x, ok := v.(T); ok {
			return f(x)
		}
		return nil
	}
}

// media returns the representations that v defines, with text/plain only if its method MIME returns it. The map is
// empty if there are none.
func media(v any) map[string]any {
	data := map[string]any{}
	if isNil(v) {
		return data
	}
	for _, m := range mediaMethods {
		switch x := m.call(v).(type) {
		case nil:
		case map[string]any:
			maps.Copy(data, x)
		default:
			if m.mime != "" {
				data[m.mime] = x
			}
		}
	}
	if len(data) == 0 {
		data = foreign(v)
	}
	return data
}

// foreign returns the pictures of types of other modules.
func foreign(v any) map[string]any {
	if img, ok := v.(image.Image); ok && drawableImage(img) {
		return map[string]any{"image/png": pngOf(img)}
	}
	if write := figure(v); write != nil {
		return map[string]any{"image/png": write("png"), "image/svg+xml": string(write("svg"))}
	}
	return map[string]any{}
}

// maxPixels is the size of the largest picture that is shown: pages do not support larger ones, and image.Uniform
// covers the whole plane.
const maxPixels = 1 << 26

func drawableImage(img image.Image) bool {
	b := img.Bounds()
	return !b.Empty() && b.Dx() <= maxPixels/b.Dy()
}

func pngOf(img image.Image) []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil // a picture without pixels
	}
	return b.Bytes()
}

// The size of a figure of gonum's, in its unit, 1/72 inch.
const figureWidth, figureHeight = 432.0, 288.0

// figure recognizes *plot.Plot of gonum.org/v1/plot by its method WriterTo(w, h vg.Length, format string). It uses
// reflection so that programs that draw no such figures are not linked with that package and its fonts.
func figure(v any) func(format string) []byte {
	m := reflect.ValueOf(v).MethodByName("WriterTo")
	if !m.IsValid() {
		return nil
	}
	t := m.Type()
	if t.NumIn() != 3 || t.NumOut() != 2 || t.In(0).Kind() != reflect.Float64 || t.In(1) != t.In(0) || t.In(2).Kind() != reflect.String {
		return nil
	}
	return func(format string) []byte {
		out := m.Call([]reflect.Value{
			reflect.ValueOf(figureWidth).Convert(t.In(0)), reflect.ValueOf(figureHeight).Convert(t.In(1)), reflect.ValueOf(format),
		})
		var b bytes.Buffer
		if w, ok := out[0].Interface().(io.WriterTo); ok {
			_, _ = w.WriteTo(&b) // writes to memory do not fail
		}
		return b.Bytes()
	}
}

// rich returns the bundle of a value that defines representations other than text.
func rich(v any) (Bundle, bool) {
	data := media(v)
	if len(data) == 0 {
		return Bundle{}, false
	}
	if _, ok := data["text/plain"].(string); !ok {
		data["text/plain"] = plainText(v, data)
	}
	return Bundle{Data: data}, true
}

// OfMedia returns the bundle of representations by MIME type; missing text is derived from the others.
func OfMedia(data map[string]any) Bundle {
	if _, ok := data["text/plain"].(string); !ok {
		data["text/plain"] = plainText(nil, data)
	}
	return Bundle{Data: data}
}

// plainText returns the content of the other representations as text.
func plainText(v any, data map[string]any) string {
	if text, ok := pyrepr.Own(v); ok {
		return text
	}
	if s, ok := data["text/html"].(string); ok {
		return htmltext.Text(s)
	}
	for _, mime := range []string{"text/markdown", "text/latex"} {
		if s, ok := data[mime].(string); ok {
			return strings.TrimSpace(s)
		}
	}
	for _, mime := range []string{"image/png", "image/jpeg"} {
		if raw, ok := data[mime].([]byte); ok {
			if c, _, err := image.DecodeConfig(bytes.NewReader(raw)); err == nil {
				return fmt.Sprintf("<%d×%d picture>", c.Width, c.Height)
			}
		}
	}
	return "<" + strings.Join(slices.Sorted(maps.Keys(data)), ", ") + ">"
}
