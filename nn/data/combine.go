package data

import (
	"io"
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// Zip returns a dataset that combines the columns of several row by row; its length is that of the shortest:
// mindspore.dataset.zip. Duplicate column names raise ValueError.
func Zip(datasets ...*Dataset) *Dataset {
	if len(datasets) == 0 {
		tensor.Throw("zip", tensor.ValueError, "For 'zip', there must be at least one dataset.")
	}
	var columns []string
	for _, ds := range datasets {
		for _, c := range ds.columns {
			if slices.Contains(columns, c) {
				tensor.Throw("zip", tensor.ValueError, "For 'zip', two datasets have a column '%s'; Rename gives it another name.", c)
			}
			columns = append(columns, c)
		}
	}
	size := func() int { return shortest(datasets) }
	return &Dataset{columns: columns, batch: datasets[0].batch, size: size, open: func() stream {
		z := &zipped{}
		for _, ds := range datasets {
			z.from = append(z.from, ds.open())
		}
		return z
	}}
}

// Zip is the function Zip applied to ds and others: Dataset.zip.
func (ds *Dataset) Zip(others ...*Dataset) *Dataset { return Zip(append([]*Dataset{ds}, others...)...) }

func shortest(datasets []*Dataset) int {
	n := endless
	for _, ds := range datasets {
		switch size := ds.size(); {
		case size == unknown:
			return unknown
		case n == endless || size != endless && size < n:
			n = size
		}
	}
	return n
}

type zipped struct{ from []stream }

func (z *zipped) next() (tensor.Tuple, error) {
	var row tensor.Tuple
	for _, s := range z.from {
		part, err := s.next()
		if err != nil {
			return nil, err
		}
		row = append(row, part...)
	}
	return row, nil
}

func (z *zipped) close() {
	for _, s := range z.from {
		s.close()
	}
}

// Concat returns a dataset with the rows of ds and then those of the others: Dataset.concat. Different columns raise
// ValueError.
func (ds *Dataset) Concat(others ...*Dataset) *Dataset {
	all := append([]*Dataset{ds}, others...)
	for _, o := range others {
		if !slices.Equal(o.columns, ds.columns) {
			tensor.Throw("concat", tensor.ValueError, "For 'concat', the datasets must have the same columns, but got %s and %s.", ds.ColumnNames(), o.ColumnNames())
		}
	}
	size := func() int {
		total := 0
		for _, d := range all {
			n := d.size()
			if n < 0 {
				return n
			}
			total += n
		}
		return total
	}
	return &Dataset{columns: ds.columns, batch: ds.batch, size: size, open: func() stream { return &chain{left: all} }}
}

type chain struct {
	left []*Dataset
	now  stream
}

func (c *chain) next() (tensor.Tuple, error) {
	for {
		if c.now == nil {
			if len(c.left) == 0 {
				return nil, io.EOF
			}
			c.now, c.left = c.left[0].open(), c.left[1:]
		}
		row, err := c.now.next()
		if err != io.EOF {
			return row, err
		}
		c.now.close()
		c.now = nil
	}
}

func (c *chain) close() {
	if c.now != nil {
		c.now.close()
	}
	c.now, c.left = nil, nil
}

// Project returns the dataset with only the named columns, in that order: Dataset.project. An unknown column raises
// KeyError.
func (ds *Dataset) Project(columns ...string) *Dataset {
	var places []int
	for _, c := range columns {
		places = append(places, indexOf("project", ds.columns, c))
	}
	out := ds.mapped(func(row tensor.Tuple) (tensor.Tuple, error) { return pick(row, places), nil })
	out.columns = columns
	return out
}

// Split divides a dataset into several: Dataset.split. Sizes are numbers of rows, []int, which must add up to the
// size of the dataset, or fractions, []float64, which must add up to 1; fractions are rounded, and the first part
// gets the remaining rows. With randomize, true by default, the rows are shuffled once before the split. Invalid
// sizes raise ValueError. If the rows of a dataset cannot be accessed by index, it is read once and kept in memory.
func (ds *Dataset) Split(sizes any, randomize ...bool) []*Dataset {
	row, n := ds.row, ds.Size()
	if n < 0 {
		tensor.Throw("split", tensor.ValueError, "For 'split', an endlessly repeated dataset cannot be split.")
	}
	if row == nil {
		rows := ds.Batches()
		row, n = func(i int) (tensor.Tuple, error) { return rows[i], nil }, len(rows)
	}
	order := shape.UpTo(n)
	if len(randomize) == 0 || randomize[0] {
		random := newDraw()
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	var parts []*Dataset
	for _, size := range splitSizes(sizes, n) {
		chosen := order[:size]
		order = order[size:]
		part := indexed{size, func(i int) (tensor.Tuple, error) { return row(chosen[i]) }}.dataset(ds.columns)
		part.batch = ds.batch
		parts = append(parts, part)
	}
	return parts
}

func splitSizes(sizes any, n int) []int {
	var list []int
	sum := 0
	switch s := sizes.(type) {
	case []int:
		list = slices.Clone(s)
	case []float64:
		whole := 0.0
		for _, share := range s {
			whole += share
			list = append(list, int(math.RoundToEven(share*float64(n))))
		}
		if math.Abs(whole-1) > 1e-9 {
			tensor.Throw("split", tensor.ValueError, "For 'split', the shares must add up to 1, but got %v.", s)
		}
	default:
		tensor.Throw("split", tensor.TypeError, "For 'split', the sizes must be []int or []float64, but got %T.", sizes)
	}
	for _, size := range list {
		sum += size
	}
	if _, shares := sizes.([]float64); shares {
		list[0] += n - sum
		sum = n
	}
	if len(list) == 0 || slices.Min(list) <= 0 || sum != n {
		tensor.Throw("split", tensor.ValueError,
			"For 'split', sizes %v do not fit a dataset of %d rows; each part must have a row, and each row a part.", sizes, n)
	}
	return list
}

// PadTo sets the shape to which PaddedBatch pads the tensors of a column. A size of -1 is the largest in the batch;
// without a shape all sizes are. Value is the padding value; nil means 0.
type PadTo struct {
	Shape []int
	Value any
}

// PaddedBatch is Batch for rows of different shapes: it pads or truncates the tensors of the columns in pad, or of
// all columns if pad is empty: Dataset.padded_batch. Tensors with different numbers of axes raise RuntimeError.
func (ds *Dataset) PaddedBatch(n int, pad map[string]PadTo, dropRemainder ...bool) *Dataset {
	for c := range pad {
		indexOf("padded_batch", ds.columns, c)
	}
	return ds.batched("padded_batch", n, slices.Contains(dropRemainder, true), func(rows []tensor.Tuple) tensor.Tuple {
		filled := make([]tensor.Tuple, len(rows))
		for i := range rows {
			filled[i] = slices.Clone(rows[i])
		}
		for c, name := range ds.columns {
			if to, ok := pad[name]; ok || len(pad) == 0 {
				fillColumn(filled, c, name, to)
			}
		}
		return stack(filled)
	})
}

// fillColumn pads column c of rows to one shape.
func fillColumn(rows []tensor.Tuple, c int, name string, to PadTo) {
	want := slices.Clone(to.Shape)
	if want == nil {
		want = slices.Repeat([]int{-1}, rows[0][c].NDim())
	}
	for axis, size := range want {
		for _, row := range rows {
			if row[c].NDim() != len(want) {
				tensor.Throw("padded_batch", tensor.RuntimeError,
					"For 'padded_batch', column '%s' has a tensor of shape %s, but must have %d axes.",
					name, row[c].Shape(), len(want))
			}
			if to.Shape == nil || to.Shape[axis] == -1 {
				size = max(size, row[c].Dim(axis))
			}
		}
		want[axis] = size
	}
	fill := transforms.NewPadEnd(want, to.Value)
	for _, row := range rows {
		if x := row[c]; !slices.Equal(x.Shape(), want) {
			row[c] = fill(x)
		}
	}
}

// BatchSize returns the number of rows in a batch, 1 before Batch: Dataset.get_batch_size.
func (ds *Dataset) BatchSize() int { return max(ds.batch, 1) }

// OutputShapes returns the shapes of the columns of the first row: Dataset.output_shapes.
func (ds *Dataset) OutputShapes() []tensor.Shape {
	var list []tensor.Shape
	for _, x := range ds.first() {
		list = append(list, x.Shape())
	}
	return list
}

// OutputTypes returns the dtypes of the columns of the first row: Dataset.output_types.
func (ds *Dataset) OutputTypes() []tensor.DType {
	var list []tensor.DType
	for _, x := range ds.first() {
		list = append(list, x.DType())
	}
	return list
}

func (ds *Dataset) first() tensor.Tuple {
	it := ds.Iterator()
	defer it.Close()
	it.Next()
	it.check()
	return it.Row()
}

// Apply returns f(ds): Dataset.apply.
func (ds *Dataset) Apply(f func(ds *Dataset) *Dataset) *Dataset { return f(ds) }
