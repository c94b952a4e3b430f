package widget

import (
	"os"
	"strconv"
	"sync/atomic"

	"github.com/msrepl/msrepl/tensor"
)

// version is a major version of ipywidgets, whose models a front end knows: 6, 7 or 8.
type version int

const newest version = 8

// The JavaScript modules of models and views.
const (
	base      = "@jupyter-widgets/base"
	controls  = "@jupyter-widgets/controls"
	output    = "@jupyter-widgets/output"
	anywidget = "anywidget"
	oldest    = "jupyter-js-widgets" // all of version 6
)

var spoken atomic.Int64

// Use sets the version of ipywidgets whose models are sent from now on: 6, 7 or 8, the default. A front end of
// version 6 announces itself. Front ends that support only version 7, such as JupyterLab below 3.5 or with
// jupyterlab-widgets 1, need this call or the environment variable MSREPL_WIDGETS of the kernel.
func Use(v int) {
	if v < 6 || v > int(newest) {
		tensor.Throw("Use", tensor.ValueError, "For 'Use', the version must be 6, 7 or 8, but got %d.", v)
	}
	spoken.Store(int64(v))
}

// inUse returns the version in which newly opened models are sent.
func inUse() version {
	if v := spoken.Load(); v != 0 {
		return version(v)
	}
	return newest
}

// fromEnvironment sets the version from the environment.
func fromEnvironment() {
	v, err := strconv.Atoi(os.Getenv("MSREPL_WIDGETS"))
	if err != nil || v < 6 || v > int(newest) {
		v = int(newest)
	}
	spoken.Store(int64(v))
}

// of returns the version of a JavaScript module.
func (v version) of(module string) string {
	switch module {
	case anywidget:
		return "*"
	case oldest:
		return "~2.1.4"
	case output:
		return "1.0.0"
	case base:
		if v == 7 {
			return "1.2.0"
		}
	case controls:
		if v == 7 {
			return "1.5.0"
		}
	}
	return "2.0.0"
}

// protocol returns the version of the messages, for the metadata of a comm_open.
func (v version) protocol() string {
	if v == newest {
		return "2.1.0"
	}
	return "2.0.0"
}

// home returns the module of a class. Version 6 has only one module. Its Output does not show what a kernel sends, so
// that it becomes HTML there.
func (v version) home(module, name string) (newModule, newName string) {
	if v > 6 || module == anywidget {
		return module, name
	}
	switch name {
	case "Output":
		name = "HTML"
	case "OutputView":
		name = "HTMLView"
	}
	return oldest, name
}

// style returns the name of the model of a style, without the suffix Model.
func (v version) style(name string) string {
	switch name {
	case "CheckboxStyle", "TextStyle", "HTMLStyle", "HTMLMathStyle", "LabelStyle", "ToggleButtonStyle":
		if v < 8 {
			return "DescriptionStyle"
		}
	}
	return name
}

// renamed maps keys of version 8 to their older names.
var renamed = map[string]string{"playing": "_playing", "repeat": "_repeat", "titles": "_titles"}

// put sets a key of a state in the form of the version; other returns the values of other keys.
func (v version) put(k *kind, state map[string]any, key string, value any, other func(key string) any) {
	if v < 8 {
		key, value = v.before8(k, key, value)
	}
	if v == 6 {
		switch {
		case k.name == "Output" && key == "outputs":
			key, value = "value", page(value)
		case k.defaults["_options_labels"] != nil && key == "index":
			key, value = "value", chosen(value, other("_options_labels"))
		}
	}
	if key != "" {
		state[key] = value
	}
}

// later holds the keys that version 7 does not have.
var later = map[string]bool{
	"tabbable": true, "description_allow_html": true, "behavior": true, "border_bottom": true, "border_left": true,
	"border_right": true, "font_family": true, "font_size": true, "font_style": true, "font_variant": true,
	"text_color": true, "text_decoration": true, "background": true,
}

// before8 returns a key and its value in the form of version 7, or "" if it has none.
func (v version) before8(k *kind, key string, value any) (string, any) {
	_, described := k.defaults["description_allow_html"]
	switch {
	case key == "titles":
		titles, list := map[string]any{}, asList(value)
		for i, t := range list {
			titles[strconv.Itoa(i)] = t
		}
		value = titles
	case key == "selected_index" && value == nil:
		value = 0
	case key == "border_top":
		key = "border"
	case key == "font_weight" && value == nil:
		value = ""
	case k.name == "RadioButtons" && key == "orientation", later[key]:
		return "", nil
	case key == "tooltip" && k.name == "Button", key == "tooltip" && k.name == "ToggleButton":
		if value == nil {
			value = ""
		}
	case key == "tooltip" && described:
		return "description_tooltip", value
	case key == "tooltip":
		return "", nil
	}
	if old := renamed[key]; old != "" {
		key = old
	}
	return key, value
}

// take converts a key and its value, sent by a front end of the version, to the form used here. It returns "" for an
// unused key.
func (v version) take(k *kind, key string, value any, other func(key string) any) (string, any) {
	for now, old := range renamed {
		if _, has := k.defaults[now]; has && key == old && v < 8 && now != "titles" {
			key = now
		}
	}
	if labels, selects := k.defaults["_options_labels"]; v == 6 && selects && labels != nil && key == "value" {
		return "index", placeOf(value, other("_options_labels"))
	}
	if _, known := k.defaults[key]; !known && k.name != "Any" {
		return "", nil
	}
	return key, value
}

// chosen returns the label at an index, or the labels at several.
func chosen(index, labels any) any {
	list := asList(labels)
	at := func(i any) any {
		if n, ok := i.(int); ok && 0 <= n && n < len(list) {
			return list[n]
		}
		return ""
	}
	if several, ok := index.([]any); ok {
		names := make([]any, len(several))
		for i, n := range several {
			names[i] = at(n)
		}
		return names
	}
	return at(index)
}

// placeOf is the inverse of chosen.
func placeOf(value, labels any) any {
	list := asList(labels)
	at := func(v any) any {
		for i, l := range list {
			if l == v {
				return i
			}
		}
		return nil
	}
	if several, ok := value.([]any); ok {
		places := []any{}
		for _, v := range several {
			if n := at(v); n != nil {
				places = append(places, n)
			}
		}
		return places
	}
	return at(value)
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}
