package display

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// sound converts the representations of a bundle to the forms that front ends accept: text, bytes, and JSON for JSON
// types. It leaves out nil and empty data. Anything else is a TypeError here, where it can be reported to the user:
// later an encoder could only drop the message, or a client the whole notebook.
func sound(b Bundle) Bundle {
	data := make(map[string]any, len(b.Data))
	for mime, v := range b.Data {
		if v = soundValue(mime, v); v != nil {
			data[mime] = v
		}
	}
	if _, ok := data["text/plain"].(string); !ok {
		data["text/plain"] = plainText(nil, data)
	}
	if svg, ok := data["image/svg+xml"].(string); ok && data["text/html"] == nil {
		data["text/html"] = svg // nbconvert 6.5 removes the contents of SVG outputs, but keeps HTML
	}
	if _, err := json.Marshal(b.Metadata); err != nil {
		tensor.Throw("Show", tensor.TypeError, "For 'Show', the metadata cannot be encoded: %v.", err)
	}
	b.Data = data
	return b
}

// soundValue returns one representation, or nil if it is empty.
func soundValue(mime string, v any) any {
	if _, ok := v.(string); ok || v == nil {
		return v
	}
	if mime == "application/json" || strings.HasSuffix(mime, "+json") {
		return soundJSON(mime, v)
	}
	r := reflect.ValueOf(v)
	switch {
	case r.Kind() == reflect.String: // template.HTML and similar types
		return r.String()
	case r.Kind() == reflect.Slice && r.Type().Elem().Kind() == reflect.Uint8:
		if r.Len() == 0 {
			return nil
		}
		if strings.HasPrefix(mime, "text/") {
			return string(r.Bytes())
		}
		return r.Bytes()
	}
	tensor.Throw("Show", tensor.TypeError, "For 'Show', a value of %s must be a string or bytes, but got %T.", mime, v)
	return nil
}

// soundJSON returns a JSON value; bytes are already JSON.
func soundJSON(mime string, v any) any {
	if raw, ok := v.([]byte); ok {
		v = json.RawMessage(raw)
	}
	if _, err := json.Marshal(v); err != nil {
		tensor.Throw("Show", tensor.TypeError, "For 'Show', a value of %s cannot be encoded: %v.", mime, err)
	}
	return v
}
