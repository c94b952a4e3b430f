package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestParameterMarks has the examples of MindSpore's reference: what is set is read again, also of a clone.
func TestParameterMarks(t *testing.T) {
	p := nn.NewParameter(tensor.Ones(2), "param")
	if p.Sliced() || p.Unique() || p.CacheEnable() || p.LayerwiseParallel() || p.ParallelOptimizerCommRecompute() || !p.ParallelOptimizer() || p.Key() != -1 {
		t.Error("a new parameter has marks")
	}
	p.SetSliced(true)
	p.SetUnique(true)
	p.SetCacheEnable(true)
	p.SetLayerwiseParallel(true)
	p.SetParallelOptimizer(false)
	p.SetParallelOptimizerCommRecompute(true)
	p.SetKey(2)
	for _, q := range []*nn.Parameter{p, p.Clone()} {
		if !q.Sliced() || !q.Unique() || !q.CacheEnable() || !q.LayerwiseParallel() || !q.ParallelOptimizerCommRecompute() || q.ParallelOptimizer() || q.Key() != 2 {
			t.Errorf("%s has lost marks", q)
		}
	}
	if !p.IsInit() || p.HasInit() || p.InitedParam() != p {
		t.Error("a parameter has its value from the start")
	}
}
