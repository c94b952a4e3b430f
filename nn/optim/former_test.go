package optim

import (
	"reflect"
	"testing"
)

// TestFormer has options under names of an earlier release do what they did.
func TestFormer(t *testing.T) {
	for _, c := range [][2]Option{
		{WithMomentum(0.9), MomentumFactor(0.9)},
		{UseNesterov(true), Nesterov(true)},
		{Epsilon(0.1), Eps(0.1)},
	} {
		if !reflect.DeepEqual(c[0], c[1]) {
			t.Errorf("got %v, want %v", c[0], c[1])
		}
	}
}
