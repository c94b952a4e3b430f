package data

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/interrupt"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// Dataset is a sequence of rows that can be iterated any number of times. Its methods return new datasets and do not
// change it.
type Dataset struct {
	columns []string
	size    func() int // rows of a pass, or unknown until a pass has been made
	open    func() stream
	batch   int                               // rows per batch, 0 before Batch
	row     func(i int) (tensor.Tuple, error) // access by index, nil if there is none
}

// Special sizes.
const (
	endless = -1 // the rows never end
	unknown = -2 // only a pass can count them
)

// stream is one pass through a dataset. Only one goroutine uses it at a time.
type stream interface {
	next() (tensor.Tuple, error) // io.EOF after the last row, however often it is called
	close()                      // ends background work; may be called twice
}

// ColumnNames returns the names of the columns: Dataset.get_col_names.
func (ds *Dataset) ColumnNames() py.Names { return slices.Clone(ds.columns) }

// Rename returns the dataset with new names for all of its columns. A wrong number of names raises ValueError.
func (ds *Dataset) Rename(columns ...string) *Dataset {
	if len(columns) != len(ds.columns) {
		tensor.Throw("rename", tensor.ValueError,
			"For 'rename', there must be a name for each of the %d columns, but got %d.",
			len(ds.columns), len(columns))
	}
	for i, c := range columns {
		if slices.Contains(columns[:i], c) {
			tensor.Throw("rename", tensor.ValueError,
				"For 'rename', the names must differ, but '%s' is given twice in %v.", c, py.Names(columns))
		}
	}
	return &Dataset{columns, ds.size, ds.open, ds.batch, ds.row}
}

// Size returns the number of rows of a pass: Dataset.get_dataset_size. If it is unknown, one pass is made to count
// them. It is -1 for a dataset that is repeated without end.
func (ds *Dataset) Size() int {
	if n := ds.size(); n != unknown {
		return n
	}
	n := 0
	it := ds.Iterator()
	defer it.Close()
	for it.Next() {
		n++
	}
	it.check()
	return n
}

// SizeHint is [Dataset.Size] without a pass to count rows: it is -1 if the size is unknown.
func (ds *Dataset) SizeHint() int { return max(ds.size(), -1) }

// String describes the dataset by its columns.
func (ds *Dataset) String() string { return "Dataset<" + strings.Join(ds.columns, ", ") + ">" }

// Repr is the same text as String.
func (ds *Dataset) Repr() string { return ds.String() }

// Iterator starts a pass: Dataset.create_tuple_iterator.
func (ds *Dataset) Iterator() *Iterator {
	s := ds.open()
	it := &Iterator{stream: s, columns: ds.columns}
	runtime.AddCleanup(it, func(s stream) { go s.close() }, s)
	return it
}

// Batches makes a pass and returns all rows at once, which are batches after Batch. It is for loops in cells and for
// datasets that fit in memory twice. An error returned by a user's function raises RuntimeError, a dataset that is
// repeated without end ValueError.
func (ds *Dataset) Batches() []tensor.Tuple {
	var rows []tensor.Tuple
	it := ds.Iterator()
	defer it.Close()
	forever := ds.size() == endless
	for it.Next() {
		if forever {
			tensor.Throw("Batches", tensor.ValueError, "For 'Batches', the dataset is repeated endlessly; "+
				"call Take first, or loop over All() and break.")
		}
		rows = append(rows, it.Row())
	}
	it.check()
	return rows
}

// All returns an iterator over the rows of a pass with their indices. Leaving the loop ends the pass. An error
// returned by a user's function raises RuntimeError.
func (ds *Dataset) All() iter.Seq2[int, tensor.Tuple] {
	return func(yield func(int, tensor.Tuple) bool) {
		it := ds.Iterator()
		defer it.Close()
		for i := 0; it.Next(); i++ {
			if !yield(i, it.Row()) {
				return
			}
		}
		it.check()
	}
}

// Dicts is [Dataset.All] with each row as a dict of its columns: Dataset.create_dict_iterator.
func (ds *Dataset) Dicts() iter.Seq2[int, *py.Dict] {
	return func(yield func(int, *py.Dict) bool) {
		for i, row := range ds.All() {
			d := py.NewDict()
			for j, name := range ds.columns {
				d.Set(name, row[j])
			}
			if !yield(i, d) {
				return
			}
		}
	}
}

// Iterator is one pass through a dataset:
//
//	for it := ds.Iterator(); it.Next(); { … it.At(0) … }
//
// It must not be used by several goroutines at once.
type Iterator struct {
	stream  stream
	columns []string
	row     tensor.Tuple
	err     error
	done    bool
}

// Next advances to the next row and reports whether there is one.
func (it *Iterator) Next() bool {
	interrupt.Check()
	if it.done {
		return false
	}
	row, err := it.stream.next()
	if err != nil {
		it.Close()
		if !errors.Is(err, io.EOF) {
			it.err = err
		}
		return false
	}
	it.row = row
	return true
}

// Row returns the current row, or nil if there is none.
func (it *Iterator) Row() tensor.Tuple { return it.row }

// At returns column i of the row. It raises IndexError if there is no such column.
func (it *Iterator) At(i int) *tensor.Tensor {
	if i < 0 || i >= len(it.row) {
		tensor.Throw(
			"Iterator", tensor.IndexError, "the row has %s, but column %d was requested", columnCount(len(it.row)), i,
		)
	}
	return it.row[i]
}

// columnCount returns "1 column", "2 columns" and so on.
func columnCount(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprint(n, " columns")
}

// Get returns a column of the row by name. It raises KeyError for an unknown name.
func (it *Iterator) Get(column string) *tensor.Tensor {
	return it.At(indexOf("Get", it.columns, column))
}

// Err returns the error that ended the pass, or nil if all rows were read.
func (it *Iterator) Err() error { return it.err }

// Close ends the pass and the goroutines that read ahead for it. It need not be called after the last row, and may be
// called twice.
func (it *Iterator) Close() {
	it.done, it.row = true, nil
	it.stream.close()
}

// check raises the error of a pass for callers that cannot return it.
func (it *Iterator) check() {
	if it.err != nil {
		tensor.Throw("Dataset", tensor.RuntimeError, "%s", it.err)
	}
}

// indexOf returns the index of a column and raises KeyError if the dataset has no such column.
func indexOf(op string, columns []string, name string) int {
	i := slices.Index(columns, name)
	if i < 0 {
		tensor.Throw(op, tensor.KeyError,
			"For '%s', there is no column '%s'; the columns are %s.", op, name, strings.Join(columns, ", "))
	}
	return i
}

// named returns the names of n columns: those given, or else column_0, column_1 and so on, as in MindSpore.
func named(op string, n int, given []string) []string {
	if len(given) == 0 {
		for i := range n {
			given = append(given, fmt.Sprintf("column_%d", i))
		}
	}
	if len(given) != n {
		tensor.Throw(op, tensor.ValueError, "For '%s', there are %d columns, but got %d names.", op, n, len(given))
	}
	return given
}
