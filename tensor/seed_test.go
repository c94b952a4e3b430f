package tensor

import (
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
)

func TestSetSeed(t *testing.T) {
	draw := func() (x float64, op uint32) {
		rng.Shared(func(s *rng.RandomState) { x = s.Float64() })
		return x, rng.Ops().Uint32()
	}
	SetSeed(1)
	x, op := draw()
	SetSeed(1)
	if y, again := draw(); x != 0.417022004702574 || y != x || again != op { // numpy.random.RandomState(1).rand()
		t.Errorf("numpy's stream %v, %v; an op's %v, %v", x, y, op, again)
	}
	if seed, set := GetSeed(); seed != 1 || !set {
		t.Errorf("GetSeed = %d, %v", seed, set)
	}
	for want, seed := range map[string]int{
		"ValueError: For 'global_seed', the 'seed' must be int and must >= 0, but got '-1' with type 'int'.": -1,
		"ValueError: Seed must be between 0 and 2**32 - 1":                                                   1 << 32,
	} {
		if err := Try(func() { SetSeed(seed) }); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
