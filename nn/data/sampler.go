package data

import (
	"math/rand/v2"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// Sampler selects the rows of a pass and their order: mindspore.dataset.Sampler. A user's sampler is any type with
// this method.
type Sampler interface {
	// Indices returns the indices of the rows of a pass, for a dataset of n rows. It is called when the pass begins.
	Indices(n int) []int
}

// UseSampler returns the dataset with the rows that a sampler selects: Dataset.use_sampler and the argument sampler
// of datasets. It raises RuntimeError unless rows can be accessed by index, as in Slices, FromFunc, ImageFolder and
// most Generators; a pass raises IndexError for a row out of range.
func (ds *Dataset) UseSampler(s Sampler) *Dataset {
	if ds.row == nil {
		tensor.Throw("use_sampler", tensor.RuntimeError,
			"For 'use_sampler', the rows of the dataset can only be read in order; use the sampler on "+
				"the dataset that reads them, before Map, Batch and the like.")
	}
	size := func() int {
		if c, ok := s.(interface{ count(n int) int }); ok {
			return c.count(ds.size())
		}
		return unknown
	}
	return &Dataset{columns: ds.columns, size: size, open: func() stream {
		n := ds.size()
		chosen := s.Indices(n)
		return &walk{source: indexed{len(chosen), func(i int) (tensor.Tuple, error) {
			if at := chosen[i]; at < 0 || at >= n {
				tensor.Throw("Sampler", tensor.IndexError, "the sampler has chosen row %d of a dataset of %d rows", at, n)
			}
			return ds.row(chosen[i])
		}}}
	}}
}

// sampler is a sampler of this package.
type sampler struct {
	size  func(n int) int
	order func(n int, draw *rand.Rand) []int
}

func (s sampler) Indices(n int) []int { return s.order(n, newDraw()) }
func (s sampler) count(n int) int     { return s.size(n) }

// SequentialSampler takes rows in their order: n of them from start on, all that are left for n = 0.
func SequentialSampler(start, n int) Sampler {
	if start < 0 || n < 0 {
		tensor.Throw("SequentialSampler", tensor.ValueError, "For 'SequentialSampler', start and number must not be negative, but got %d and %d.", start, n)
	}
	size := func(rows int) int {
		if left := max(rows-start, 0); n == 0 || n > left {
			return left
		}
		return n
	}
	return sampler{size, func(rows int, _ *rand.Rand) []int { return shape.Range(start, start+size(rows)) }}
}

// RandomSampler selects n random rows, with or without replacement; n = 0 means the size of the dataset:
// mindspore.dataset.RandomSampler.
func RandomSampler(replacement bool, n int) Sampler {
	if n < 0 {
		tensor.Throw("RandomSampler", tensor.ValueError, "For 'RandomSampler', the number must not be negative, but got %d.", n)
	}
	size := func(rows int) int {
		if n == 0 || !replacement && n > rows {
			return rows
		}
		return n
	}
	return sampler{size, func(rows int, draw *rand.Rand) []int {
		if !replacement {
			return draw.Perm(rows)[:size(rows)]
		}
		list := make([]int, size(rows))
		for i := range list {
			list[i] = draw.IntN(rows)
		}
		return list
	}}
}

// SubsetSampler selects the given rows, in this order.
func SubsetSampler(rows ...int) Sampler {
	return sampler{func(int) int { return len(rows) }, func(int, *rand.Rand) []int { return slices.Clone(rows) }}
}

// SubsetRandomSampler selects the given rows, in a new random order for each pass.
func SubsetRandomSampler(rows ...int) Sampler {
	return sampler{func(int) int { return len(rows) }, func(_ int, draw *rand.Rand) []int {
		list := slices.Clone(rows)
		draw.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}}
}

// WeightedRandomSampler selects n random rows, row i with a probability proportional to weights[i], with replacement:
// mindspore.dataset.WeightedRandomSampler. Weights that are negative or all 0 raise ValueError.
func WeightedRandomSampler(weights []float64, n int) Sampler {
	positive("WeightedRandomSampler", "num_samples", n)
	sums, total := make([]float64, len(weights)), 0.0
	for i, w := range weights {
		if !(w >= 0) {
			tensor.Throw("WeightedRandomSampler", tensor.ValueError, "For 'WeightedRandomSampler', weights must not be negative, but got %v.", w)
		}
		total += w
		sums[i] = total
	}
	if !(total > 0) {
		tensor.Throw("WeightedRandomSampler", tensor.ValueError, "For 'WeightedRandomSampler', a weight must be above 0.")
	}
	return sampler{func(int) int { return n }, func(_ int, draw *rand.Rand) []int {
		list := make([]int, n)
		for i := range list {
			at := draw.Float64() * total
			list[i] = slices.IndexFunc(sums, func(s float64) bool { return at < s })
		}
		return list
	}}
}

// DistributedSampler selects every shards-th row, beginning with row shard; with shuffle the rows are shuffled first,
// in the same order for all shards with the same seed: mindspore.dataset.DistributedSampler. All shards have the same
// size; if necessary, first rows are repeated.
func DistributedSampler(shards, shard int, shuffle bool, seed int) Sampler {
	positive("DistributedSampler", "num_shards", shards)
	if shard < 0 || shard >= shards {
		tensor.Throw("DistributedSampler", tensor.ValueError, "For 'DistributedSampler', the shard must be within [0, %d), but got %d.", shards, shard)
	}
	passes := 0
	size := func(rows int) int { return (rows + shards - 1) / shards }
	return sampler{size, func(rows int, _ *rand.Rand) []int {
		order := shape.UpTo(rows)
		if shuffle {
			order = rand.New(rand.NewPCG(uint64(seed), uint64(passes))).Perm(rows)
		}
		passes++
		list := make([]int, size(rows))
		for i := range list {
			list[i] = order[(i*shards+shard)%rows]
		}
		return list
	}}
}
