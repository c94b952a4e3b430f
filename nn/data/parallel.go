package data

import (
	"errors"
	"reflect"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Map changes columns of every row by f, a function of tensors that returns as many values as it takes: Dataset.map.
// It gets the columns that are named, else the first ones. A list of functions, such as those of packages vision and
// transforms, is used one after the other. What is no tensor of its results becomes one by
// [tensor.New]; one more result may be an error, which ends the iteration. A function that does not fit raises
// TypeError, an unknown column KeyError.
func (ds *Dataset) Map(f any, columns ...string) *Dataset {
	apply := ds.mapping(f, columns)
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

// MapParallel is Map with that many calls of f at once, on goroutines of their own; the rows keep their order. What f
// draws at random depends, after tensor.SetSeed, on the row only.
func (ds *Dataset) MapParallel(workers int, f any, columns ...string) *Dataset {
	positive("map", "num_parallel_workers", workers)
	return ds.ahead(workers-1, ds.mapping(f, columns)) // and one that is waited for
}

// Prefetch computes up to n rows before they are asked for, one after the other on a goroutine.
func (ds *Dataset) Prefetch(n int) *Dataset {
	positive("prefetch", "size", n)
	return ds.ahead(n, nil)
}

// mapping returns f, a function or a list of them, as a function of rows.
func (ds *Dataset) mapping(f any, columns []string) func(tensor.Tuple) (tensor.Tuple, error) {
	if v := reflect.ValueOf(f); v.Kind() == reflect.Slice && v.Len() > 0 {
		steps := make([]func(tensor.Tuple) (tensor.Tuple, error), v.Len())
		for i := range steps {
			steps[i] = ds.mapping(v.Index(i).Interface(), columns)
		}
		return func(row tensor.Tuple) (_ tensor.Tuple, err error) {
			for _, s := range steps {
				if row, err = s(row); err != nil {
					return nil, err
				}
			}
			return row, nil
		}
	}
	fn, ok := invoke.Of(f)
	if !ok {
		tensor.Throw("map", tensor.TypeError, "For 'map', the operation must be a function of tensors or a list of them, but got %s.",
			invoke.TypeName(reflect.TypeOf(f)))
	}
	places := ds.places("map", fn, columns)
	return func(row tensor.Tuple) (tensor.Tuple, error) {
		args := make([]any, len(places))
		for i, p := range places {
			args[i] = row[p]
		}
		outs, err := results("map", fn.Call("map", args))
		if err != nil {
			return nil, err
		}
		if len(outs) != len(places) {
			tensor.Throw("map", tensor.TypeError, "For 'map', the function takes %s and must return as many, but returned %d.", columnCount(len(places)), len(outs))
		}
		changed, outs := append(tensor.Tuple(nil), row...), copied(outs)
		for i, p := range places {
			changed[p] = outs[i]
		}
		return changed, nil
	}
}

// places are the columns that a function is called with.
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
	return places
}

// ahead returns a dataset of which up to n rows wait to be asked for. What apply makes of each is computed on a
// goroutine of its own.
func (ds *Dataset) ahead(n int, apply func(tensor.Tuple) (tensor.Tuple, error)) *Dataset {
	return &Dataset{columns: ds.columns, batch: ds.batch, size: ds.size, open: func() stream {
		p := &pipe{from: ds.open(), rows: make(chan chan outcome, n), stop: make(chan struct{})}
		p.running.Add(1)
		branch := rng.NewBranch(false) // what is drawn there must not depend on what happens here meanwhile
		go branch.Run(func() { p.run(apply) })
		return p
	}}
}

// pipe works ahead. The rows travel as promises in their order, so that it does not matter which is ready first.
type pipe struct {
	from    stream
	rows    chan chan outcome // the capacity bounds what is under way
	stop    chan struct{}
	once    sync.Once
	running sync.WaitGroup
	end     error // with which the rows have ended
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

// errLeft ends a pass whose function left its goroutine by runtime.Goexit.
var errLeft = errors.New("data: the function ended its goroutine")

// keep calls f and passes on what it returns or panics with. A panic is to be raised again on the goroutine that
// asks for the row: nothing else could catch it, and the program would end.
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
	if p.end != nil { // who makes a batch of the last rows asks for one more, and then again
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
