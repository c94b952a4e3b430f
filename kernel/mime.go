package kernel

import (
	"encoding/json"
	"strings"

	"github.com/msrepl/msrepl/display"
)

// bundleContent is the part of a message that carries a display bundle.
type bundleContent struct {
	Data     map[string]any `json:"data"`
	Metadata map[string]any `json:"metadata"`
}

// transient is data about an output that notebooks do not store.
type transient struct {
	ID string `json:"display_id,omitempty"`
}

// displayContent is the content of display_data and update_display_data.
func displayContent(b display.Bundle) any {
	return struct {
		bundleContent
		Transient transient `json:"transient"`
	}{newBundleContent(b), transient{b.ID}}
}

func newBundleContent(b display.Bundle) bundleContent {
	c := bundleContent{Data: make(map[string]any, len(b.Data)), Metadata: b.Metadata}
	for mime, v := range b.Data {
		c.Data[mime] = mimeValue(mime, v)
	}
	if _, ok := c.Data["text/plain"]; !ok {
		c.Data["text/plain"] = ""
	}
	if c.Metadata == nil {
		c.Metadata = map[string]any{}
	}
	return c
}

// mimeValue converts bytes to the form that Jupyter requires: JSON as it is, text as a string, all else as base64,
// into which encoding/json converts bytes.
func mimeValue(mime string, v any) any {
	raw, ok := v.([]byte)
	switch {
	case !ok:
		return v
	case mime == "application/json" || strings.HasSuffix(mime, "+json"):
		return json.RawMessage(raw)
	case strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+xml") || mime == "application/javascript":
		return string(raw)
	}
	return raw
}
