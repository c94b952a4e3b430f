package data

import (
	"io"
	"iter"
	"reflect"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// indexed is a source with random access to rows.
type indexed struct {
	n   int
	row func(i int) (tensor.Tuple, error)
}

func (s indexed) dataset(columns []string) *Dataset {
	return &Dataset{columns: columns, size: func() int { return s.n }, open: func() stream { return &walk{source: s} }, row: s.row}
}

// walk is a pass over an indexed source.
type walk struct {
	source indexed
	i      int
}

func (w *walk) next() (tensor.Tuple, error) {
	if w.i >= w.source.n {
		return nil, io.EOF
	}
	w.i++
	row, err := w.source.row(w.i - 1)
	return copied(row), err
}

func (w *walk) close() { w.i = w.source.n }

// copied returns copies of the tensors of a row. As in MindSpore, rows are copied when they come from a source and
// when a user's function returns them, so that later writes into a row do not change other rows, later passes or the
// source.
func copied(row tensor.Tuple) tensor.Tuple {
	own := make(tensor.Tuple, len(row))
	for i, x := range row {
		own[i] = x.Clone()
	}
	return own
}

// Slices returns a dataset whose row i holds element i of each column along the first axis,
// mindspore.dataset.NumpySlicesDataset. Columns are tensors or arguments of [tensor.New], named column_0, column_1
// and so on. A tuple or a py.Dict also gives columns; the keys of a dict are their names. No column, a 0-d tensor and
// columns of different lengths raise ValueError.
func Slices(columns ...any) *Dataset {
	columns = pyrepr.Unpacked(columns)
	var names []string
	if len(columns) == 1 {
		if d, ok := columns[0].(*py.Dict); ok {
			columns = nil
			for _, k := range d.Keys() {
				names, columns = append(names, py.Str(k)), append(columns, d.Get(k))
			}
		}
	}
	if len(columns) == 0 {
		tensor.Throw("Slices", tensor.ValueError, "For 'Slices', at least one column must be given.")
	}
	xs := make([]*tensor.Tensor, len(columns))
	for i, c := range columns {
		xs[i] = toTensor(c)
		if xs[i].NDim() == 0 {
			tensor.Throw("Slices", tensor.ValueError, "For 'Slices', column %d is a 0-d tensor, which has no rows.", i)
		}
		if n := xs[0].Len(); xs[i].Len() != n {
			tensor.Throw("Slices", tensor.ValueError, "For 'Slices', the columns must have the same length, "+
				"but column 0 has %d rows and column %d has %d.", n, i, xs[i].Len())
		}
	}
	row := func(i int) (tensor.Tuple, error) {
		t := make(tensor.Tuple, len(xs))
		for j, x := range xs {
			t[j] = x.At(i)
		}
		return t, nil
	}
	return indexed{xs[0].Len(), row}.dataset(named("Slices", len(xs), names))
}

// Generator returns a dataset of the rows of a user's source, mindspore.dataset.GeneratorDataset. The source is
//
//	a value with the methods Len() int and At(i int) …   any row can be had
//	a []tensor.Tuple                                     the rows themselves
//	another slice                                        the only column
//	func(yield func(tensor.Tuple) bool)                  called for each pass, it yields rows; an iter.Seq[tensor.Tuple]
//
// At returns the columns of row i, tensors or arguments of [tensor.New], or a tensor.Tuple; its last result may be an
// error. The columns must be named, because their number is not known otherwise. Another source raises TypeError.
func Generator(source any, columns ...string) *Dataset {
	if len(columns) == 0 {
		tensor.Throw("GeneratorDataset", tensor.ValueError, "For 'GeneratorDataset', the columns must be named.")
	}
	switch s := source.(type) {
	case []tensor.Tuple:
		return indexed{len(s), func(i int) (tensor.Tuple, error) { return width(s[i], len(columns)), nil }}.dataset(columns)
	case func(func(tensor.Tuple) bool):
		return pushed(s, columns)
	case iter.Seq[tensor.Tuple]:
		return pushed(s, columns)
	}
	length, hasLen := invoke.Method(source, "Len")
	at, hasAt := invoke.Method(source, "At")
	if v := reflect.ValueOf(source); (!hasLen || !hasAt) && v.Kind() == reflect.Slice {
		return indexed{v.Len(), func(i int) (tensor.Tuple, error) {
			return width(tensor.Tuple{toTensor(v.Index(i).Interface())}, len(columns)), nil
		}}.dataset(columns)
	}
	if !hasLen || !hasAt {
		tensor.Throw("GeneratorDataset", tensor.TypeError, "For 'GeneratorDataset', the source must have the methods Len() int and At(i int), or be "+
			"a slice or a func(yield func(tensor.Tuple) bool), but got %s.", invoke.TypeName(reflect.TypeOf(source)))
	}
	n, ok := length.Call("Len", nil)[0].(int)
	if !ok {
		tensor.Throw("GeneratorDataset", tensor.TypeError, "For 'GeneratorDataset', the method Len of the source must return int.")
	}
	return called(n, at, "At", columns)
}

// FromFunc returns a dataset of n rows; f(i) returns the columns of row i like the method At of a [Generator].
func FromFunc(n int, f any, columns ...string) *Dataset {
	fn, ok := invoke.Of(f)
	if !ok || n < 0 || len(columns) == 0 {
		tensor.Throw("FromFunc", tensor.TypeError, "For 'FromFunc', there must be a number of rows, a func(i int) and the names of the columns.")
	}
	return called(n, fn, "FromFunc", columns)
}

func called(n int, f invoke.Func, name string, columns []string) *Dataset {
	return indexed{n, func(i int) (tensor.Tuple, error) {
		row, err := results(name, f.Call(name, []any{i}))
		if err != nil {
			return nil, err
		}
		return width(row, len(columns)), nil
	}}.dataset(columns)
}

// results converts the results of a user's function, called by op, to tensors. If the last one is an error, it
// returns that.
func results(op string, outs []any) (tensor.Tuple, error) {
	if n := len(outs); n > 0 {
		if err, ok := outs[n-1].(error); ok {
			return nil, err
		}
		if n > 1 && outs[n-1] == nil {
			outs = outs[:n-1] // without a nil error
		}
	}
	var row tensor.Tuple
	for i, o := range outs {
		if v := reflect.ValueOf(o); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
			tensor.Throw(op, tensor.TypeError, "For '%s', the function must return values for columns, but result %d of %d is nil.", op, i+1, len(outs))
		}
		if t, ok := o.(tensor.Tuple); ok {
			row = append(row, t...)
			continue
		}
		row = append(row, toTensor(o))
	}
	return row, nil
}

func toTensor(v any) *tensor.Tensor {
	if t, ok := invoke.AsTensor(v); ok {
		return t
	}
	return tensor.New(v)
}

// width raises RuntimeError unless a row has n columns.
func width(row tensor.Tuple, n int) tensor.Tuple {
	if len(row) != n {
		tensor.Throw("GeneratorDataset", tensor.RuntimeError, "Invalid python function, the 'source' of 'GeneratorDataset' should return same number of "+
			"columns as 'column_names': %d expected, but got %d.", n, len(row))
	}
	return row
}

// pushed returns a dataset of the rows that a function yields.
func pushed(seq func(yield func(tensor.Tuple) bool), columns []string) *Dataset {
	return &Dataset{columns: columns, size: func() int { return unknown }, open: func() stream {
		next, stop := iter.Pull(seq)
		return &pull{next, stop, len(columns)}
	}}
}

// pull is a stream of the rows that a function yields.
type pull struct {
	row   func() (tensor.Tuple, bool)
	stop  func()
	width int
}

func (p *pull) next() (tensor.Tuple, error) {
	row, ok := p.row()
	if !ok {
		return nil, io.EOF
	}
	return copied(width(row, p.width)), nil
}

func (p *pull) close() { p.stop() }
