package kwargs_test

import (
	"testing"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// TestSet reads options and refuses what does not fit.
func TestSet(t *testing.T) {
	for _, c := range []struct {
		function string
		value    any
		want     string // the error
	}{
		{"On", true, ""},
		{"On", nil, ""},
		{"Axis", nil, ""},
		{"Any", nil, ""},
		{"Beta|Eps", 0.5, ""},
		{"On", 1, "TypeError: For 'Dense', the option nn.On must be of type bool, but got int."},
		{"Axis", 1.5, "TypeError: For 'Dense', the option nn.Axis must be of type int, but got float64."},
		{"Eps", "x", "TypeError: For 'Dense', the option nn.Eps must be of type float64, but got string."},
		{"Dim", 1, "TypeError: For 'Dense', got an unexpected option nn.Dim; " +
			"its options are nn.On, nn.Eps, nn.Axis, nn.Any."},
		{"P|W", 1, "TypeError: For 'Dense', got an unexpected option nn.P or nn.W; " +
			"its options are nn.On, nn.Eps, nn.Axis, nn.Any."},
	} {
		got := ""
		if err := tensor.Try(func() { read(c.function, c.value) }); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s = %v: got %q, want %q", c.function, c.value, got, c.want)
		}
	}
	if err := tensor.Try(func() { kwargs.New("nn", "ReLU").Set("On", true) }); err == nil || err.Error() !=
		"TypeError: For 'ReLU', got an unexpected option nn.On; its options are none." {
		t.Error(err)
	}
}

// options are those of a class that has one of each kind.
type options struct {
	on    bool
	eps   float64
	axis  *int
	given *any
}

func read(function string, value any) options {
	g := kwargs.New("nn", "Dense", "On", "Eps", "Axis", "Any")
	g.Set(function, value)
	return options{
		kwargs.Get(g, "On", true), kwargs.Get(g, "Eps", 1e-5), kwargs.Passed[int](g, "Axis"),
		kwargs.Passed[any](g, "Any"),
	}
}

// TestGet has the values that are given, and defaults in place of those that are not.
func TestGet(t *testing.T) {
	if o := read("On", false); o.on || o.eps != 1e-5 || o.axis != nil || o.given != nil {
		t.Errorf("%+v", o)
	}
	if o := read("On", nil); !o.on {
		t.Errorf("%+v", o)
	}
	if o := read("W|Eps", 0.5); o.eps != 0.5 {
		t.Errorf("%+v", o)
	}
	if o := read("Axis", 3); o.axis == nil || *o.axis != 3 {
		t.Errorf("%+v", o)
	}
	if o := read("Axis", nil); o.axis != nil {
		t.Errorf("%+v", o)
	}
	if o := read("Any", nil); o.given == nil || *o.given != nil {
		t.Errorf("%+v", o)
	}
}

// TestPut has an option that the call does not take.
func TestPut(t *testing.T) {
	g := kwargs.New("ops", "BatchNorm", "Eps")
	g.Put("Weight", 2)
	if got := kwargs.Get(g, "Weight", 1); got != 2 {
		t.Error(got)
	}
}
