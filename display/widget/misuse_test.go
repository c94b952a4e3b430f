package widget

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestMisuse: what does not fit is an error that names the function and what was wrong.
func TestMisuse(t *testing.T) {
	s := NewIntSlider(1, 0, 10)
	tests := []struct {
		name string
		f    func()
		kind tensor.Kind
		says []string
	}{
		{"no such model", func() { New("Slider") }, tensor.ValueError, []string{"'New'", `"Slider"`, "IntSlider"}},
		{"a group of keys", func() { New("slider") }, tensor.ValueError, []string{"'New'"}},
		{"no name", func() { New("") }, tensor.ValueError, []string{"'New'"}},
		{"no such trait", func() { NewIntSlider(1, 0, 2, Traits{"colour": "red"}) }, tensor.KeyError, []string{"'NewIntSlider'", `"colour"`, "description"}},
		{"a trait of another type", func() { NewIntSlider(1, 0, 2, Traits{"step": "x"}) }, tensor.TypeError, []string{"'NewIntSlider'", `"step"`, "whole number", "string"}},
		{"min above max", func() { NewFloatSlider(1, 2, 0) }, tensor.ValueError, []string{"'NewFloatSlider'", "2", "0"}},
		{"not a number", func() { NewFloatSlider(math.NaN(), 0, 1) }, tensor.TypeError, []string{"'NewFloatSlider'", "NaN"}},
		{"Set", func() { s.Set("valu", 1) }, tensor.KeyError, []string{"'Set'", `"valu"`, "value"}},
		{"a fraction", func() { s.Set("value", 1.5) }, tensor.TypeError, []string{"'Set'", `"value"`, "1.5"}},
		{"Get", func() { s.Get("x") }, tensor.KeyError, []string{"'Get'", `"x"`}},
		{"Observe", func() { s.Observe("x", nil) }, tensor.KeyError, []string{`"x"`}},
		{"a layout's trait", func() { s.Set("layout", Traits{"widht": "1px"}) }, tensor.KeyError, []string{"Layout", `"widht"`, "width"}},
		{"no style", func() { NewVBox().Style() }, tensor.AttributeError, []string{"'Style'", "VBox"}},
		{"titles", func() { NewTab([]string{"a"}) }, tensor.ValueError, []string{"'NewTab'", "1 titles", "0 controls"}},
		{"a nil control", func() { NewHBox(s, nil) }, tensor.ValueError, []string{"'NewHBox'", "control 1"}},
		{"a nil pointer", func() { var c *Int; NewHBox(c) }, tensor.ValueError, []string{"'NewHBox'", "control 0"}},
		{"an option", func() { NewDropdown([]string{"a"}).SetValue("b") }, tensor.ValueError, []string{"'SetValue'", `"a"`, `"b"`}},
		{"a link", func() { JSLink(s, "value", s, "valu") }, tensor.KeyError, []string{`"valu"`}},
		{"a channel", func() { NewAny("", "", Traits{"c": make(chan int)}) }, tensor.TypeError, []string{"'NewAny'", `"c"`}},
		{"a box in itself", func() { b := NewVBox(); b.SetChildren(s, NewHBox(b)) }, tensor.ValueError, []string{"'Set'", "VBox", "itself"}},
		{"a version", func() { Use(5) }, tensor.ValueError, []string{"'Use'", "5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e *tensor.Error
			if err := tensor.Try(tt.f); !errors.As(err, &e) || e.Kind != tt.kind {
				t.Fatalf("%v, want a %s", err, tt.kind)
			}
			for _, w := range tt.says {
				if !strings.Contains(e.Msg, w) {
					t.Errorf("%q does not say %s", e.Msg, w)
				}
			}
		})
	}
	if s.Value() != 1 {
		t.Errorf("the slider is at %d", s.Value())
	}
}
