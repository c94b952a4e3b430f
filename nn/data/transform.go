package data

import (
	"io"
	"math/rand/v2"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// step is a stream that takes its rows from another stream.
type step struct {
	from stream
	row  func() (tensor.Tuple, error)
}

func (s *step) next() (tensor.Tuple, error) { return s.row() }
func (s *step) close()                      { s.from.close() }

// then returns a dataset that transforms the passes of ds.
func (ds *Dataset) then(size func(n int) int, change func(from stream) func() (tensor.Tuple, error)) *Dataset {
	return &Dataset{columns: ds.columns, batch: ds.batch, size: sized(ds, size), open: func() stream {
		from := ds.open()
		return &step{from, change(from)}
	}}
}

// sized returns a function that computes a size if that of ds is known.
func sized(ds *Dataset, size func(n int) int) func() int {
	return func() int {
		n := ds.size()
		if n < 0 {
			return n
		}
		return size(n)
	}
}

// Batch combines n rows along a new first axis: Dataset.batch. If fewer than n rows remain at the end, they form a
// smaller batch, or are dropped with dropRemainder. Rows of different shapes or dtypes raise RuntimeError, an n that
// is not positive ValueError.
func (ds *Dataset) Batch(n int, dropRemainder ...bool) *Dataset {
	return ds.batched("batch", n, slices.Contains(dropRemainder, true), stack)
}

// batched combines n rows at a time by join.
func (ds *Dataset) batched(op string, n int, drop bool, join func(rows []tensor.Tuple) tensor.Tuple) *Dataset {
	positive(op, "batch_size", n)
	size := func(rows int) int {
		if drop {
			return rows / n
		}
		return (rows + n - 1) / n
	}
	out := ds.then(size, func(from stream) func() (tensor.Tuple, error) {
		return func() (tensor.Tuple, error) {
			var rows []tensor.Tuple
			for len(rows) < n {
				row, err := from.next()
				if err == io.EOF && len(rows) > 0 && !drop {
					break
				}
				if err != nil {
					return nil, err
				}
				rows = append(rows, row)
			}
			return join(rows), nil
		}
	})
	out.batch = n
	return out
}

// stack joins rows column by column.
func stack(rows []tensor.Tuple) tensor.Tuple {
	out := make(tensor.Tuple, len(rows[0]))
	for c := range out {
		column := make([]*tensor.Tensor, len(rows))
		for i, row := range rows {
			column[i] = row[c]
			if want := column[0].DType(); row[c].DType() != want {
				tensor.Throw("batch", tensor.RuntimeError, "Inconsistent batch type, batch operation expects same type for each "+
					"data row, but got inconsistent type in column %d, expected type for this column is:%s, got type:%s",
					c, want, row[c].DType())
			}
			if want := column[0].Shape(); !slices.Equal(row[c].Shape(), want) {
				tensor.Throw("batch", tensor.RuntimeError, "Inconsistent batch shapes, batch operation expects same shape for each data row, but got "+
					"inconsistent shape in column %d, expected shape for this column is:%s, got shape:%s", c, shape.Tuple(want), shape.Tuple(row[c].Shape()))
			}
		}
		out[c] = tensor.Stack(column, 0)
	}
	return out
}

// Shuffle shuffles the rows: it keeps bufferSize of them and returns one of these at random, Dataset.shuffle. A
// buffer as large as the dataset shuffles it uniformly. Each pass has a different order. The orders repeat after
// tensor.SetSeed: when it begins, a pass takes the next of the streams of random ops such as dropout, or a separate
// stream if Prefetch or MapParallel begins it ahead. A bufferSize below 2 raises ValueError.
func (ds *Dataset) Shuffle(bufferSize int) *Dataset {
	if bufferSize < 2 {
		tensor.Throw("shuffle", tensor.ValueError, "Input buffer_size is not within the required interval of [2, 2147483647].")
	}
	return ds.then(same, func(from stream) func() (tensor.Tuple, error) {
		draw := newDraw()
		var buffer []tensor.Tuple
		var end error
		return func() (tensor.Tuple, error) {
			for end == nil && len(buffer) < bufferSize {
				row, err := from.next()
				if end = err; err == nil {
					buffer = append(buffer, row)
				}
			}
			if len(buffer) == 0 || end != nil && end != io.EOF {
				return nil, end
			}
			i, last := draw.IntN(len(buffer)), len(buffer)-1
			row := buffer[i]
			buffer[i], buffer = buffer[last], buffer[:last]
			return row, nil
		}
	})
}

// newDraw returns a generator for the next random stream after tensor.SetSeed.
func newDraw() *rand.Rand {
	seed := rng.Ops()
	word := func() uint64 { return uint64(seed.Uint32())<<32 | uint64(seed.Uint32()) }
	return rand.New(rand.NewPCG(word(), word()))
}

func same(n int) int { return n }

// Take returns a dataset of only the first n rows, or of all rows for -1: Dataset.take. Any other n that is not
// positive raises ValueError.
func (ds *Dataset) Take(n int) *Dataset {
	if n == -1 {
		return ds
	}
	positive("take", "count", n)
	out := ds.then(func(rows int) int { return min(rows, n) }, func(from stream) func() (tensor.Tuple, error) {
		taken := 0
		return func() (tensor.Tuple, error) {
			if taken == n {
				return nil, io.EOF
			}
			taken++
			return from.next()
		}
	})
	if ds.size() == endless {
		out.size = func() int { return n }
	}
	return out
}

// Skip returns a dataset without the first n rows: Dataset.skip. A negative n raises ValueError.
func (ds *Dataset) Skip(n int) *Dataset {
	if n < 0 {
		tensor.Throw("skip", tensor.ValueError, "For 'skip', the 'count' must not be negative, but got %d.", n)
	}
	return ds.then(func(rows int) int { return max(rows-n, 0) }, func(from stream) func() (tensor.Tuple, error) {
		skipped := 0
		return func() (tensor.Tuple, error) {
			for ; skipped < n; skipped++ {
				if _, err := from.next(); err != nil {
					return nil, err
				}
			}
			return from.next()
		}
	})
}

// Repeat returns a dataset that repeats the rows n times, or endlessly for -1: Dataset.repeat. Any other n that is
// not positive raises ValueError.
func (ds *Dataset) Repeat(n int) *Dataset {
	if n != -1 {
		positive("repeat", "count", n)
	}
	size := sized(ds, func(rows int) int { return rows * n })
	if n == -1 {
		size = func() int { return endless }
	}
	return &Dataset{columns: ds.columns, batch: ds.batch, size: size, open: func() stream { return &repeat{ds: ds, from: ds.open(), left: n} }}
}

type repeat struct {
	ds   *Dataset
	from stream
	left int  // remaining passes, including the current one; negative if endless
	some bool // whether the current pass had a row
}

func (r *repeat) next() (tensor.Tuple, error) {
	for {
		row, err := r.from.next()
		if err == nil {
			r.some = true
		}
		if err != io.EOF || r.left == 1 || !r.some {
			return row, err
		}
		r.left--
		r.from.close()
		r.from, r.some = r.ds.open(), false
	}
}

func (r *repeat) close() { r.from.close() }

// Filter removes the rows for which keep returns false: Dataset.filter. keep is a function of the named columns, or
// of all columns without names, that returns bool. Any other function raises TypeError, an unknown name KeyError.
func (ds *Dataset) Filter(keep any, columns ...string) *Dataset {
	fn, ok := invoke.Of(keep)
	if !ok || fn.NumOut() != 1 {
		tensor.Throw("filter", tensor.TypeError, "For 'filter', the predicate must be a function that returns bool.")
	}
	if len(columns) == 0 {
		columns = ds.columns
	}
	places := ds.places("filter", fn, columns)
	out := ds.then(same, func(from stream) func() (tensor.Tuple, error) {
		return func() (tensor.Tuple, error) {
			args := make([]any, len(places))
			for {
				row, err := from.next()
				if err != nil {
					return nil, err
				}
				for i, p := range places {
					args[i] = row[p]
				}
				if isTrue(fn.Call("filter", args)[0]) {
					return row, nil
				}
			}
		}
	})
	out.size = func() int { return unknown }
	return out
}

// isTrue returns the value of a predicate's result: a bool, or a tensor of one element.
func isTrue(v any) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	return toTensor(v).Bool()
}

func positive(op, argument string, n int) {
	if n <= 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the '%s' must be int and must > 0, but got '%d' with type 'int'.", op, argument, n)
	}
}
