package widget

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Choice is a control that selects one of several texts.
type Choice struct{ *Model }

// selection returns a control for a list of options, with the first one selected, if any.
func selection(op, name string, options []string, traits []Traits) *Model {
	first := Traits{"_options_labels": options}
	if len(options) > 0 {
		first["index"] = 0
	}
	return newModel(op, name, append([]Traits{first}, traits...)...)
}

// NewDropdown returns a drop-down list (ipywidgets.Dropdown). Like the other choices it starts with the first option.
func NewDropdown(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewDropdown", "Dropdown", options, traits)}
}

// NewRadioButtons returns one radio button per option (ipywidgets.RadioButtons).
func NewRadioButtons(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewRadioButtons", "RadioButtons", options, traits)}
}

// NewToggleButtons returns one button per option, one of which is pressed (ipywidgets.ToggleButtons).
func NewToggleButtons(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewToggleButtons", "ToggleButtons", options, traits)}
}

// NewSelect returns a list with one selected line (ipywidgets.Select).
func NewSelect(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewSelect", "Select", options, traits)}
}

// Options returns the options.
func (c *Choice) Options() []string { return labels(c.Model) }

func labels(m *Model) []string {
	var list []string
	for _, l := range asList(m.Get("_options_labels")) {
		list = append(list, l.(string))
	}
	return list
}

// SetOptions changes the options and selects the first one.
func (c *Choice) SetOptions(options []string) {
	list, _ := conform([]any{}, options)
	parts := map[string]any{"_options_labels": list, "index": nil}
	if len(options) > 0 {
		parts["index"] = 0
	}
	c.change(parts, nil)
}

// Index returns the index of the selected option, or -1 for none.
func (c *Choice) Index() int {
	if i, ok := c.Get("index").(int); ok {
		return i
	}
	return -1
}

// Value returns the selected option, or "" for none.
func (c *Choice) Value() string {
	if i, list := c.Index(), c.Options(); 0 <= i && i < len(list) {
		return list[i]
	}
	return ""
}

// SetValue selects an option. An unknown one is a ValueError.
func (c *Choice) SetValue(option string) { c.Set("index", place("SetValue", c.Options(), option)) }

func place(op string, options []string, option string) int {
	i := slices.Index(options, option)
	if i < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the option must be one of %q, but got %q.", op, options, option)
	}
	return i
}

// OnChange calls f with each new choice.
func (c *Choice) OnChange(f func(option string)) { c.Observe("index", func(any) { f(c.Value()) }) }

// Choices is a control that selects any number of several texts.
type Choices struct{ *Model }

// NewSelectMultiple returns a list with any number of selected lines, initially none (ipywidgets.SelectMultiple).
func NewSelectMultiple(options []string, traits ...Traits) *Choices {
	traits = append([]Traits{{"_options_labels": options}}, traits...)
	return &Choices{newModel("NewSelectMultiple", "SelectMultiple", traits...)}
}

// Options returns the options.
func (c *Choices) Options() []string { return labels(c.Model) }

// Value returns the selected options, in the order of selection.
func (c *Choices) Value() []string {
	list, chosen := c.Options(), []string{}
	for _, i := range asList(c.Get("index")) {
		if n, ok := i.(int); ok && 0 <= n && n < len(list) {
			chosen = append(chosen, list[n])
		}
	}
	return chosen
}

// SetValue selects options. An unknown one is a ValueError.
func (c *Choices) SetValue(options ...string) {
	places := []int{}
	for _, o := range options {
		places = append(places, place("SetValue", c.Options(), o))
	}
	c.Set("index", places)
}

// OnChange calls f with each new choice.
func (c *Choices) OnChange(f func(options []string)) {
	c.Observe("index", func(any) { f(c.Value()) })
}
