package np

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/tensor"
)

// ChoiceOption is a keyword argument of Choice.
type ChoiceOption struct {
	distinct bool
	p        []float64
}

// Replace sets whether an element may be drawn more than once; the default is true.
func Replace(yes bool) ChoiceOption { return ChoiceOption{distinct: !yes} }

// P sets the probability of each element; the default is a uniform distribution.
func P(p []float64) ChoiceOption { return ChoiceOption{p: p} }

// Choice draws from the integers below a if a is an int, otherwise from the elements of the 1-D tensor or slice a.
// The result has shape dims. Options: [Replace], [P].
func (r *RandomState) Choice(a any, dims []int, opts ...ChoiceOption) *tensor.Tensor {
	var set ChoiceOption
	for _, o := range opts {
		set.distinct = set.distinct || o.distinct
		if o.p != nil {
			set.p = o.p
		}
	}
	pop, n := population(a)
	size := count(dims)
	set.check(n, size)
	var idx []int64
	r.with(func(s *rng.RandomState) {
		if set.p != nil {
			idx = s.ChoiceP(set.p, size, !set.distinct)
		} else {
			idx = s.Choice(n, size, !set.distinct)
		}
	})
	chosen := tensor.New(idx)
	if pop != nil {
		chosen = pop.At(chosen)
	}
	return chosen.Reshape(dims...)
}

// population returns the tensor to draw from, nil for the numbers below n, and its length.
func population(a any) (pop *tensor.Tensor, n int) {
	if k, ok := a.(int); ok {
		require("choice", k > 0, "a must be greater than 0 unless no samples are taken")
		return nil, k
	}
	pop, ok := a.(*tensor.Tensor)
	if !ok {
		pop = Array(a)
	}
	require("choice", pop.NDim() == 1, "a must be 1-dimensional")
	return pop, pop.Len()
}

func (o ChoiceOption) check(n, size int) {
	require("choice", !o.distinct || size <= n, "Cannot take a larger sample than population when 'replace=False'")
	if o.p == nil {
		return
	}
	require("choice", len(o.p) == n, "'a' and 'p' must have same size")
	sum, nonzero := 0.0, 0
	for _, p := range o.p {
		require("choice", p >= 0, "probabilities are not non-negative")
		sum += p
		if p > 0 {
			nonzero++
		}
	}
	require("choice", math.Abs(sum-1) < 1e-8, "probabilities do not sum to 1")
	require("choice", !o.distinct || size <= nonzero, "Fewer non-zero entries in p than size")
}

// Permutation returns the integers below x in random order if x is an int, otherwise a copy of the tensor or slice x
// permuted along its first axis.
func (r *RandomState) Permutation(x any) *tensor.Tensor {
	var t *tensor.Tensor
	n, isInt := x.(int)
	if !isInt {
		var ok bool
		if t, ok = x.(*tensor.Tensor); !ok {
			t = Array(x)
		}
		n = t.Len()
	}
	var idx []int64
	r.with(func(s *rng.RandomState) { idx = s.Permutation(n) })
	if t == nil {
		return tensor.New(idx)
	}
	return t.At(tensor.New(idx))
}

// Shuffle permutes x along its first axis, in place.
func (r *RandomState) Shuffle(x *tensor.Tensor) { x.SetAt(r.Permutation(x), tensor.All()) }
