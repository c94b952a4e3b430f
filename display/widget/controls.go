package widget

import "github.com/msrepl/msrepl/tensor"

// Int is a control of an integer.
type Int struct{ *Model }

// Value returns the number.
func (c *Int) Value() int { return c.Get("value").(int) }

// SetValue changes the number, within the limits of the control.
func (c *Int) SetValue(v int) { c.Set("value", v) }

// OnChange calls f with each new number.
func (c *Int) OnChange(f func(v int)) { c.Observe("value", func(v any) { f(v.(int)) }) }

// Float is a control of a number.
type Float struct{ *Model }

// Value returns the number.
func (c *Float) Value() float64 { return c.Get("value").(float64) }

// SetValue changes the number, within the limits of the control.
func (c *Float) SetValue(v float64) { c.Set("value", v) }

// OnChange calls f with each new number.
func (c *Float) OnChange(f func(v float64)) { c.Observe("value", func(v any) { f(v.(float64)) }) }

// Text is a control of a text.
type Text struct{ *Model }

// Value returns the text.
func (c *Text) Value() string { return c.Get("value").(string) }

// SetValue changes the text.
func (c *Text) SetValue(v string) { c.Set("value", v) }

// OnChange calls f with each new text.
func (c *Text) OnChange(f func(v string)) { c.Observe("value", func(v any) { f(v.(string)) }) }

// Bool is a control that is on or off.
type Bool struct{ *Model }

// Value reports whether it is on.
func (c *Bool) Value() bool { return c.Get("value").(bool) }

// SetValue switches it.
func (c *Bool) SetValue(v bool) { c.Set("value", v) }

// OnChange calls f with each new state.
func (c *Bool) OnChange(f func(v bool)) { c.Observe("value", func(v any) { f(v.(bool)) }) }

// ranged returns a control for a value between two limits.
func ranged(op, name string, value, low, high any, traits []Traits) *Model {
	m := newModel(op, name, append([]Traits{{"min": low, "max": high, "value": value}}, traits...)...)
	a, _ := number(m.peek("min"))
	b, _ := number(m.peek("max"))
	if a > b {
		tensor.Throw(op, tensor.ValueError, "For '%s', min must not be above max, but got %v and %v.", op, low, high)
	}
	return m
}

// NewIntSlider returns a slider of integers from low to high, in steps of 1 (ipywidgets.IntSlider). A value outside
// the limits becomes the nearest limit; low above high is a ValueError.
func NewIntSlider(value, low, high int, traits ...Traits) *Int {
	return &Int{ranged("NewIntSlider", "IntSlider", value, low, high, traits)}
}

// NewFloatSlider returns a slider of numbers from low to high, in steps of 0.1 or of the trait "step"
// (ipywidgets.FloatSlider). A value outside the limits becomes the nearest limit; low above high is a ValueError.
func NewFloatSlider(value, low, high float64, traits ...Traits) *Float {
	return &Float{ranged("NewFloatSlider", "FloatSlider", value, low, high, traits)}
}

// NewFloatLogSlider returns a slider of powers from 10**low to 10**high, in steps of 0.1 of the exponent
// (ipywidgets.FloatLogSlider). The value is the number, not the exponent.
func NewFloatLogSlider(value, low, high float64, traits ...Traits) *Float {
	return &Float{ranged("NewFloatLogSlider", "FloatLogSlider", value, low, high, traits)}
}

// NewIntProgress returns a bar that fills from low to high (ipywidgets.IntProgress).
func NewIntProgress(value, low, high int, traits ...Traits) *Int {
	return &Int{ranged("NewIntProgress", "IntProgress", value, low, high, traits)}
}

// NewFloatProgress returns a bar that fills from low to high (ipywidgets.FloatProgress).
func NewFloatProgress(value, low, high float64, traits ...Traits) *Float {
	return &Float{ranged("NewFloatProgress", "FloatProgress", value, low, high, traits)}
}

// NewPlay returns buttons that step a number from low to high, every 100 ms or at the trait "interval"
// (ipywidgets.Play). JSLink can link it to a slider.
func NewPlay(value, low, high int, traits ...Traits) *Int {
	return &Int{ranged("NewPlay", "Play", value, low, high, traits)}
}

func valued(op, name string, value any, traits []Traits) *Model {
	return newModel(op, name, append([]Traits{{"value": value}}, traits...)...)
}

// NewIntText returns a field for an integer (ipywidgets.IntText).
func NewIntText(value int, traits ...Traits) *Int {
	return &Int{valued("NewIntText", "IntText", value, traits)}
}

// NewFloatText returns a field for a number (ipywidgets.FloatText).
func NewFloatText(value float64, traits ...Traits) *Float {
	return &Float{valued("NewFloatText", "FloatText", value, traits)}
}

// NewText returns a field for one line of text (ipywidgets.Text).
func NewText(value string, traits ...Traits) *Text {
	return &Text{valued("NewText", "Text", value, traits)}
}

// NewTextarea returns a field for several lines of text (ipywidgets.Textarea).
func NewTextarea(value string, traits ...Traits) *Text {
	return &Text{valued("NewTextarea", "Textarea", value, traits)}
}

// NewHTML returns a control that shows HTML (ipywidgets.HTML).
func NewHTML(value string, traits ...Traits) *Text {
	return &Text{valued("NewHTML", "HTML", value, traits)}
}

// NewLabel returns a label, with formulas between dollar signs (ipywidgets.Label).
func NewLabel(value string, traits ...Traits) *Text {
	return &Text{valued("NewLabel", "Label", value, traits)}
}

// NewCheckbox returns a box to tick, with a description beside it (ipywidgets.Checkbox).
func NewCheckbox(value bool, description string, traits ...Traits) *Bool {
	traits = append([]Traits{{"description": description}}, traits...)
	return &Bool{valued("NewCheckbox", "Checkbox", value, traits)}
}

// NewToggleButton returns a button that stays pressed (ipywidgets.ToggleButton).
func NewToggleButton(value bool, description string, traits ...Traits) *Bool {
	traits = append([]Traits{{"description": description}}, traits...)
	return &Bool{valued("NewToggleButton", "ToggleButton", value, traits)}
}

// Picture is a control that shows a picture.
type Picture struct{ *Model }

// NewImage returns a picture from the bytes of a file in PNG format or that of the trait "format" (ipywidgets.Image).
// The traits "width" and "height" are strings, in pixels.
func NewImage(file []byte, traits ...Traits) *Picture {
	return &Picture{valued("NewImage", "Image", file, traits)}
}

// SetValue shows another picture.
func (c *Picture) SetValue(file []byte) { c.Set("value", file) }

// Press is a button control.
type Press struct{ *Model }

// NewButton returns a button (ipywidgets.Button).
func NewButton(description string, traits ...Traits) *Press {
	return &Press{newModel("NewButton", "Button", append([]Traits{{"description": description}}, traits...)...)}
}

// OnClick calls f with each click.
func (c *Press) OnClick(f func()) {
	c.OnMessage(func(content map[string]any, _ [][]byte) {
		if content["event"] == "click" {
			f()
		}
	})
}

// Click has the effect of a click by the user.
func (c *Press) Click() { c.custom(map[string]any{"event": "click"}, nil) }
