package kwargs_test

import (
	"testing"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// TestSet sets arguments and refuses what does not fit.
func TestSet(t *testing.T) {
	nn := kwargs.Package{Name: "nn", Names: kwargs.Table{{"axis", "Axis"}, {"eps", "Eps"}, {"epsilon", "Epsilon"}, {"on", "On"}}}
	var (
		on    bool
		eps   = 1e-5
		axis  *int
		given *any
		args  = []kwargs.Arg{kwargs.To("on", &on), kwargs.To("epsilon", &eps), kwargs.To("axis", &axis), kwargs.To("any", &given)}
	)
	for _, c := range []struct {
		keyword string
		value   any
		want    string // the error
	}{
		{"on", true, ""},
		{"on", nil, ""},
		{"axis", nil, ""},
		{"eps", 0.5, ""},
		{"any", nil, ""},
		{"on", 1, "TypeError: For 'Dense', the option 'on' (nn.On) must be of type bool, but got int."},
		{"axis", 1.5, "TypeError: For 'Dense', the option 'axis' (nn.Axis) must be of type int, but got float64."},
		{"eps", "x", "TypeError: For 'Dense', the option 'eps' (nn.Eps) must be of type float64, but got string."},
		{"dim", 1, "TypeError: For 'Dense', got an unexpected option 'dim' (nn.); its options are nn.On, nn.Epsilon, nn.Axis, nn.."},
	} {
		got := ""
		if err := tensor.Try(func() { nn.Set("Dense", c.keyword, c.value, args) }); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s = %v: got %q, want %q", c.keyword, c.value, got, c.want)
		}
	}
	if !on || eps != 0.5 || given == nil || *given != nil {
		t.Errorf("on %t, eps %g, given %v", on, eps, given)
	}
	axis = nil
	if nn.Set("Dense", "axis", 3, args); axis == nil || *axis != 3 {
		t.Errorf("axis %v", axis)
	}
	if err := tensor.Try(func() { nn.Set("ReLU", "on", true, nil) }); err == nil || err.Error() !=
		"TypeError: For 'ReLU', got an unexpected option 'on' (nn.On); its options are none." {
		t.Error(err)
	}
}
