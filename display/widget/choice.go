package widget

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Choice is a control of one among several texts.
type Choice struct{ *Model }

// selection makes a control of a list, with the first chosen if there is one.
func selection(op, name string, options []string, traits []Traits) *Model {
	first := Traits{"_options_labels": options}
	if len(options) > 0 {
		first["index"] = 0
	}
	return newModel(op, name, append([]Traits{first}, traits...)...)
}

// NewDropdown returns a list that drops down (ipywidgets.Dropdown), as the other choices with the first option chosen.
func NewDropdown(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewDropdown", "Dropdown", options, traits)}
}

// NewRadioButtons returns one round button for each option (ipywidgets.RadioButtons).
func NewRadioButtons(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewRadioButtons", "RadioButtons", options, traits)}
}

// NewToggleButtons returns one button for each option, of which one stays pressed (ipywidgets.ToggleButtons).
func NewToggleButtons(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewToggleButtons", "ToggleButtons", options, traits)}
}

// NewSelect returns a list of which one line is chosen (ipywidgets.Select).
func NewSelect(options []string, traits ...Traits) *Choice {
	return &Choice{selection("NewSelect", "Select", options, traits)}
}

// Options returns what can be chosen.
func (c *Choice) Options() []string { return labels(c.Model) }

func labels(m *Model) []string {
	var list []string
	for _, l := range asList(m.Get("_options_labels")) {
		list = append(list, l.(string))
	}
	return list
}

// SetOptions changes what can be chosen; the first is.
func (c *Choice) SetOptions(options []string) {
	list, _ := conform([]any{}, options)
	parts := map[string]any{"_options_labels": list, "index": nil}
	if len(options) > 0 {
		parts["index"] = 0
	}
	c.change(parts, nil)
}

// Index returns the place of what is chosen, -1 if nothing is.
func (c *Choice) Index() int {
	if i, ok := c.Get("index").(int); ok {
		return i
	}
	return -1
}

// Value returns what is chosen, "" if nothing is.
func (c *Choice) Value() string {
	if i, list := c.Index(), c.Options(); 0 <= i && i < len(list) {
		return list[i]
	}
	return ""
}

// SetValue chooses an option. One that there is not is a ValueError.
func (c *Choice) SetValue(option string) { c.Set("index", place("SetValue", c.Options(), option)) }

func place(op string, options []string, option string) int {
	i := slices.Index(options, option)
	if i < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the option must be one of %q, but got %q.", op, options, option)
	}
	return i
}

// OnChange has f called with each new choice.
func (c *Choice) OnChange(f func(option string)) { c.Observe("index", func(any) { f(c.Value()) }) }

// Choices is a control of some among several texts.
type Choices struct{ *Model }

// NewSelectMultiple returns a list of which any number of lines may be chosen, at first none
// (ipywidgets.SelectMultiple).
func NewSelectMultiple(options []string, traits ...Traits) *Choices {
	traits = append([]Traits{{"_options_labels": options}}, traits...)
	return &Choices{newModel("NewSelectMultiple", "SelectMultiple", traits...)}
}

// Options returns what can be chosen.
func (c *Choices) Options() []string { return labels(c.Model) }

// Value returns what is chosen, in the order in which the user has chosen it.
func (c *Choices) Value() []string {
	list, chosen := c.Options(), []string{}
	for _, i := range asList(c.Get("index")) {
		if n, ok := i.(int); ok && 0 <= n && n < len(list) {
			chosen = append(chosen, list[n])
		}
	}
	return chosen
}

// SetValue chooses options. One that there is not is a ValueError.
func (c *Choices) SetValue(options ...string) {
	places := []int{}
	for _, o := range options {
		places = append(places, place("SetValue", c.Options(), o))
	}
	c.Set("index", places)
}

// OnChange has f called with each new choice.
func (c *Choices) OnChange(f func(options []string)) {
	c.Observe("index", func(any) { f(c.Value()) })
}
