package widget

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/tensor"
)

//go:embed models.txt
var modelTable string

// kind is a model of ipywidgets with the defaults of its state: bool, int, float64, string, []byte, []any, nil, or
// part for a nested model.
type kind struct {
	name     string
	defaults map[string]any
}

// part is the default of a key that holds a nested model, such as "SliderStyle".
type part string

// kinds returns all models by name, without the suffix Model.
var kinds = sync.OnceValue(func() map[string]*kind {
	all := map[string]*kind{}
	for line := range strings.Lines(modelTable) {
		head, keys, _ := strings.Cut(strings.TrimSpace(line), "=")
		name, base, ok := strings.Cut(head, ":")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		k := &kind{name, map[string]any{}}
		if b := all[strings.TrimSpace(base)]; b != nil {
			maps.Copy(k.defaults, b.defaults)
		}
		for _, key := range strings.Fields(keys) {
			key, text, _ := strings.Cut(key, "=")
			k.defaults[key] = defaultOf(text)
		}
		all[name] = k
	}
	return all
})

// defaultOf parses a default of the table. A number with a decimal point is a float.
func defaultOf(text string) any {
	if name, ok := strings.CutPrefix(text, "@"); ok {
		return part(name)
	}
	if text == "bytes" {
		return []byte{}
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	_ = d.Decode(&v) // a test reads the whole table
	return plain(v)
}

// plain returns a value decoded by encoding/json with its numbers converted to int or float64.
func plain(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return int(n)
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i, x := range v {
			v[i] = plain(x)
		}
	case map[string]any:
		for key, x := range v {
			v[key] = plain(x)
		}
	}
	return v
}

func kindOf(op, name string) *kind {
	k := kinds()[name]
	if k == nil || strings.ToLower(name[:1]) == name[:1] {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', there is no model %q; there are %s.", op, name, strings.Join(modelNames(), ", "))
	}
	return k
}

// modelNames returns the names of models that can be shown.
func modelNames() (names []string) {
	for name, k := range kinds() {
		if _, shown := k.defaults["layout"]; shown && strings.ToUpper(name[:1]) == name[:1] && name != "Any" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// views maps models to their views where the names differ.
var views = map[string]string{
	"BoundedIntText": "IntTextView", "BoundedFloatText": "FloatTextView", "IntProgress": "ProgressView",
	"FloatProgress": "ProgressView", "Link": "", "DirectionalLink": "",
}

// names returns the part of the state that names the classes in the front end.
func (k *kind) names(v version) map[string]any {
	model, view := k.name, k.name+"View"
	if n, ok := views[k.name]; ok {
		view = n
	}
	module, viewModule := controls, controls
	switch {
	case strings.HasSuffix(k.name, "Style"):
		model, view, viewModule = v.style(k.name), "StyleView", base
	case k.name == "Layout":
		module, viewModule = base, base
	case k.name == "Output":
		module, viewModule = output, output
	case k.name == "Any":
		module, viewModule = anywidget, anywidget
	}
	module, model = v.home(module, model)
	viewModule, view = v.home(viewModule, view)
	names := map[string]any{
		"_model_module": module, "_model_module_version": v.of(module), "_model_name": model + "Model",
		"_view_module": viewModule, "_view_module_version": v.of(viewModule), "_view_name": view,
	}
	if view == "" {
		names["_view_name"] = nil
	}
	return names
}

// shown reports whether a front end can show the model by itself.
func (k *kind) shown() bool { return k.defaults["layout"] != nil }
