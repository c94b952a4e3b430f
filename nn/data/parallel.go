package data

import (
	"errors"
	"reflect"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Map applies f, a function of tensors that returns as many values as it takes, to columns of every row: Dataset.map.
// It gets the named columns, by default the first ones. A list of functions, such as those of packages vision and
// transforms, is applied in order. Results that are not tensors are converted by [tensor.New]; an additional last
// result may be an error, which ends the iteration. A function with an unsuitable signature raises TypeError, an
// unknown column KeyError.
func (ds *Dataset) Map(f any, columns ...string) *Dataset {
	return ds.mapped(ds.mapping(f, columns))
}

// MapParallel is Map with up to workers concurrent calls of f; the rows keep their order. After tensor.SetSeed,
// random numbers in f depend only on the row.
func (ds *Dataset) MapParallel(workers int, f any, columns ...string) *Dataset {
	positive("map", "num_parallel_workers", workers)
	return ds.ahead(workers-1, ds.mapping(f, columns)) // plus the row that is waited for
}

// Prefetch computes up to n rows in advance, one after the other, on a goroutine.
func (ds *Dataset) Prefetch(n int) *Dataset {
	positive("prefetch", "size", n)
	return ds.ahead(n, nil)
}

// MapTo is Map of the columns inputs, nil for the first ones, whose results are the columns outputs: Dataset.map with
// output_columns. If there are as many outputs as inputs, they take the inputs' positions; otherwise the outputs come
// first, followed by the remaining columns. In a list of functions, each gets the results of the previous one. A
// function with an unsuitable signature raises TypeError, an unknown column KeyError, duplicate column names
// ValueError.
func (ds *Dataset) MapTo(f any, inputs, outputs []string) *Dataset {
	steps := functions(f)
	places := ds.places("map", steps[0], inputs)
	columns := placed(ds.columns, outputs, places)
	for i, c := range columns {
		if slices.Contains(columns[:i], c) {
			tensor.Throw("map", tensor.ValueError, "For 'map', two columns would have the name '%s'.", c)
		}
	}
	apply := func(row tensor.Tuple) (_ tensor.Tuple, err error) {
		outs := pick(row, places)
		for _, s := range steps {
			if outs, err = resultsOf(s, outs); err != nil {
				return nil, err
			}
		}
		if len(outs) != len(outputs) {
			tensor.Throw("map", tensor.TypeError,
				"For 'map', the function must return %s, one for each of output_columns, but returned %d.",
				columnCount(len(outputs)), len(outs))
		}
		return placed(row, outs, places), nil
	}
	to := ds.mapped(apply)
	to.columns = columns
	return to
}

// mapped returns a dataset of the results of apply for each row.
func (ds *Dataset) mapped(apply func(tensor.Tuple) (tensor.Tuple, error)) *Dataset {
	return ds.then(same, func(from stream) func() (tensor.Tuple, error) {
		return func() (tensor.Tuple, error) {
			row, err := from.next()
			if err != nil {
				return nil, err
			}
			return apply(row)
		}
	})
}

func pick(row tensor.Tuple, places []int) tensor.Tuple {
	part := make(tensor.Tuple, len(places))
	for i, p := range places {
		part[i] = row[p]
	}
	return part
}

// placed puts outs into the given places of a row or, if their numbers differ, before the elements in other places.
func placed[S ~[]E, E any](row, outs S, places []int) S {
	if len(outs) == len(places) {
		row = slices.Clone(row)
		for i, p := range places {
			row[p] = outs[i]
		}
		return row
	}
	outs = slices.Clone(outs)
	for i, x := range row {
		if !slices.Contains(places, i) {
			outs = append(outs, x)
		}
	}
	return outs
}

// functions returns the list of f, a function or a list of functions.
func functions(f any) (list []invoke.Func) {
	if v := reflect.ValueOf(f); v.Kind() == reflect.Slice && v.Len() > 0 {
		for i := range v.Len() {
			list = append(list, functions(v.Index(i).Interface())...)
		}
		return list
	}
	fn, ok := invoke.Of(f)
	if !ok {
		tensor.Throw("map", tensor.TypeError,
			"For 'map', the operation must be a function of tensors or a list of them, but got %s.",
			invoke.TypeName(reflect.TypeOf(f)))
	}
	return []invoke.Func{fn}
}

// resultsOf calls a function and returns copies of its results.
func resultsOf(fn invoke.Func, given tensor.Tuple) (tensor.Tuple, error) {
	args := make([]any, len(given))
	for i, x := range given {
		args[i] = x
	}
	outs, err := results("map", fn.Call("map", args))
	return copied(outs), err
}

// mapping returns f, a function or a list of them, as a function of rows.
func (ds *Dataset) mapping(f any, columns []string) func(tensor.Tuple) (tensor.Tuple, error) {
	steps := functions(f)
	places := make([][]int, len(steps))
	for i, s := range steps {
		places[i] = ds.places("map", s, columns)
	}
	return func(row tensor.Tuple) (tensor.Tuple, error) {
		for i, s := range steps {
			outs, err := resultsOf(s, pick(row, places[i]))
			if err != nil {
				return nil, err
			}
			if len(outs) != len(places[i]) {
				tensor.Throw("map", tensor.TypeError, "For 'map', the function takes %s and must return as many, "+
					"but returned %d; use MapTo to change the number of columns.", columnCount(len(places[i])), len(outs))
			}
			row = placed(row, outs, places[i])
		}
		return row, nil
	}
}

// places returns the indices of the columns that a function is called with.
func (ds *Dataset) places(op string, fn invoke.Func, columns []string) (places []int) {
	for _, c := range columns {
		places = append(places, indexOf(op, ds.columns, c))
	}
	n, variadic := fn.Arity()
	if len(columns) == 0 {
		if variadic {
			n = max(n, len(ds.columns))
		}
		for i := range n {
			places = append(places, i)
		}
	}
	if len(places) == 0 || len(places) < n || len(places) > n && !variadic || n > len(ds.columns) {
		tensor.Throw(op, tensor.TypeError, "For '%s', the function takes %s, but is given %d of %d.",
			op, columnCount(n), len(places), len(ds.columns))
	}
	takesTensors(op, fn, len(places))
	return places
}

// takesTensors raises TypeError if one of the first n parameters of a function is no tensor.
func takesTensors(op string, fn invoke.Func, n int) {
	for i := range n {
		if t := fn.In(i); !reflect.TypeFor[*tensor.Tensor]().AssignableTo(t) {
			tensor.Throw(op, tensor.TypeError, "For '%s', the function must take *tensor.Tensor, but argument %d is %s; "+
				"x.Int(), x.Float() or x.Bool() is the number in a tensor x of one element.", op, i, invoke.TypeName(t))
		}
	}
}

// ahead returns a dataset that computes up to n rows ahead. apply runs on a separate goroutine for each row.
func (ds *Dataset) ahead(n int, apply func(tensor.Tuple) (tensor.Tuple, error)) *Dataset {
	return &Dataset{columns: ds.columns, batch: ds.batch, size: ds.size, open: func() stream {
		p := &pipe{from: ds.open(), rows: make(chan chan outcome, n), stop: make(chan struct{})}
		p.running.Add(1)
		branch := rng.NewBranch(false) // what is drawn there must not depend on what the caller draws meanwhile
		go branch.Run(func() { p.run(apply) })
		return p
	}}
}

// pipe computes ahead. It passes rows as promises, in order, so that it does not matter which is ready first.
type pipe struct {
	from    stream
	rows    chan chan outcome // the capacity limits the rows in progress
	stop    chan struct{}
	once    sync.Once
	running sync.WaitGroup
	end     error // the error that ended the rows
}

// outcome is a row, an error, or what a user's function panicked with.
type outcome struct {
	row   tensor.Tuple
	err   error
	panic any
}

func (p *pipe) run(apply func(tensor.Tuple) (tensor.Tuple, error)) {
	defer p.running.Done()
	defer close(p.rows)
	for {
		promise := make(chan outcome, 1)
		select {
		case p.rows <- promise:
		case <-p.stop:
			return
		}
		more := false
		keep(p.from.next, func(o outcome) {
			more = o.err == nil && o.panic == nil
			if !more || apply == nil {
				promise <- o
				return
			}
			branch := rng.NewBranch(true)
			p.running.Go(func() {
				branch.Run(func() {
					keep(func() (tensor.Tuple, error) { return apply(o.row) }, func(o outcome) { promise <- o })
				})
			})
		})
		if !more {
			return
		}
	}
}

// errLeft ends a pass whose function ended its goroutine by runtime.Goexit.
var errLeft = errors.New("data: the function ended its goroutine")

// keep calls f and passes its result or panic value to hand. The panic must be raised again on the goroutine that
// requests the row: otherwise nothing could recover from it, and the program would end.
func keep(f func() (tensor.Tuple, error), hand func(outcome)) {
	o := outcome{err: errLeft}
	defer func() {
		if v := recover(); v != nil {
			o = outcome{panic: v}
		}
		hand(o)
	}()
	o.row, o.err = f()
}

func (p *pipe) next() (tensor.Tuple, error) {
	if p.end != nil { // a batch of the last rows requests one more row, and the next batch again
		return nil, p.end
	}
	promise, ok := <-p.rows
	if !ok {
		return nil, errClosed
	}
	got := <-promise
	if got.panic != nil {
		p.close()
		panic(got.panic)
	}
	p.end = got.err
	return got.row, got.err
}

var errClosed = errors.New("data: the iterator is closed")

// close ends the goroutines and waits for them.
func (p *pipe) close() {
	p.once.Do(func() {
		close(p.stop)
		p.running.Wait()
		p.from.close()
	})
}
