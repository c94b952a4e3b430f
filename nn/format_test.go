package nn_test

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestParameterFormat: print(param) never shows values, which the embedded tensor would.
func TestParameterFormat(t *testing.T) {
	const text = "Parameter (name=w, shape=(2,), dtype=Float32, requires_grad=True)"
	p := nn.NewParameter(tensor.Ones(2), "w")
	tests := []struct{ got, want string }{
		{fmt.Sprint(p), text},
		{fmt.Sprintf("%v", p), text},
		{fmt.Sprintf("%+v", p), text},
		{fmt.Sprintf("%s", p), text},
		{fmt.Sprintf("%.1f", p), "[1.0 1.0]"},
	}
	for _, c := range tests {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}
