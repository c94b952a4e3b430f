package ops

import (
	"math"
	"math/rand/v2"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// UniformCandidateSampler draws sampled classes from [0, n), for losses that use a few of many classes. trueClasses
// has the classes of each row, of shape (N, T) or (T); with unique no class is drawn twice. It returns the classes,
// as Int32 or Int64 like trueClasses, and the expected counts of the true and the drawn classes, as Float32. Option:
// Seed.
//
//ms:op func=uniform_candidate_sampler class=UniformCandidateSampler types=int grad=no
func UniformCandidateSampler(trueClasses *tensor.Tensor, sampled int, unique bool, n int, opts ...Option) (classes, trueExpected, expected *tensor.Tensor) {
	return candidates("UniformCandidateSampler", trueClasses, sampled, unique, n, opts,
		func(r *rand.Rand) int { return r.IntN(n) },
		func(int) float64 { return 1 / float64(n) })
}

// LogUniformCandidateSampler is [UniformCandidateSampler] for classes in the order of their frequency: class k is
// drawn with probability (log(k+2) - log(k+1)) / log(n+1), nearly that of Zipf's law.
//
//ms:op func=log_uniform_candidate_sampler class=LogUniformCandidateSampler types=int grad=no
func LogUniformCandidateSampler(trueClasses *tensor.Tensor, sampled int, unique bool, n int, opts ...Option) (classes, trueExpected, expected *tensor.Tensor) {
	whole := math.Log1p(float64(n))
	return candidates("LogUniformCandidateSampler", trueClasses, sampled, unique, n, opts,
		func(r *rand.Rand) int { return min(n-1, max(0, int(math.Exp(r.Float64()*whole))-1)) },
		func(k int) float64 { return math.Log(float64(k+2)/float64(k+1)) / whole })
}

func candidates(op string, trueClasses *tensor.Tensor, sampled int, unique bool, n int, opts []Option, draw func(r *rand.Rand) int, share func(k int) float64,
) (classes, trueExpected, expected *tensor.Tensor) {
	r := drawer(op, opts)
	checkRank(op, "true_classes", trueClasses, 1, 2)
	if !trueClasses.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtype of 'true_classes' must be an integer, but got %v.", op, trueClasses.DType())
	}
	if n < 1 || sampled < 1 || unique && sampled > n {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'num_sampled' and 'range_max' must be positive and, with 'unique', num_sampled at most range_max, but got %d and %d.",
			op, sampled, n)
	}
	engine.CheckMemory(tensor.Int64, []int{sampled})
	picked, tries, seen := make([]int64, 0, sampled), 0, map[int]bool{}
	for len(picked) < sampled {
		k := draw(r)
		if tries++; !unique || !seen[k] {
			picked = append(picked, int64(k))
			seen[k] = true
		}
	}
	count := func(k int64) float64 {
		if k < 0 || k >= int64(n) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the classes must be in [0, %d), but got %d.", op, n, k)
		}
		if unique { // at least once in all tries
			return -math.Expm1(float64(tries) * math.Log1p(-share(int(k))))
		}
		return float64(sampled) * share(int(k))
	}
	counts := func(x *tensor.Tensor) *tensor.Tensor {
		v := make([]float64, x.Size())
		for i, k := range x.AsType(tensor.Int64).Int64s() {
			v[i] = count(k)
		}
		return tensor.New(v, tensor.Float32).Reshape(x.Shape()...)
	}
	classes = tensor.New(picked)
	return classes.AsType(trueClasses.DType()), counts(trueClasses), counts(classes)
}
