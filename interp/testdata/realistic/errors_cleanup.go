package main

import (
	"errors"
	"fmt"
	"strings"
)

type resource struct {
	name     string
	failOpen bool
	failEnd  error
	log      *[]string
}

func (r *resource) Open() error {
	if r.failOpen {
		return fmt.Errorf("open %s: refused", r.name)
	}
	*r.log = append(*r.log, "open "+r.name)
	return nil
}

func (r *resource) Close() error {
	*r.log = append(*r.log, "close "+r.name)
	return r.failEnd
}

type closers []interface{ Close() error }

// Close closes the last first and joins what goes wrong.
func (c closers) Close() (err error) {
	for i := len(c) - 1; i >= 0; i-- {
		err = errors.Join(err, c[i].Close())
	}
	return err
}

func withAll(rs []*resource, f func() error) (err error) {
	var opened closers
	defer func() {
		if cerr := opened.Close(); cerr != nil {
			err = errors.Join(err, fmt.Errorf("cleanup: %w", cerr))
		}
	}()
	for _, r := range rs {
		if err := r.Open(); err != nil {
			return err
		}
		opened = append(opened, r)
	}
	return f()
}

func deferLoop(names ...string) (order string, n int, err error) {
	defer func() { n = strings.Count(order, ">") }()
	for i, name := range names {
		defer func() { order += name + ">" }()
		if name == "" {
			return order, n, fmt.Errorf("name %d is empty", i)
		}
		defer func(s string) { order += s }(fmt.Sprint(i))
	}
	return "start ", -1, nil
}

var errBusy = errors.New("device busy")

func main() {
	var log []string
	mk := func(name string, opts ...func(*resource)) *resource {
		r := &resource{name: name, log: &log}
		for _, o := range opts {
			o(r)
		}
		return r
	}
	failOpen := func(r *resource) { r.failOpen = true }
	failClose := func(err error) func(*resource) { return func(r *resource) { r.failEnd = err } }

	show := func(title string, err error) {
		fmt.Printf("%s: %v\n", title, log)
		if err != nil {
			fmt.Printf("   %q busy=%t\n", strings.Split(err.Error(), "\n"), errors.Is(err, errBusy))
		}
		log = nil
	}
	show("fine", withAll([]*resource{mk("a"), mk("b")}, func() error { return nil }))
	show("open fails", withAll([]*resource{mk("a"), mk("b", failOpen), mk("c")}, func() error { panic("not reached") }))
	show("body fails", withAll([]*resource{mk("a")}, func() error { return errors.New("body") }))
	show("all fail", withAll([]*resource{mk("a", failClose(errBusy)), mk("b", failClose(errors.New("disk full")))}, func() error { return errors.New("body") }))
	fmt.Println(deferLoop("x", "y", "z"))
	fmt.Println(deferLoop("x", "", "z"))
	fmt.Println(deferLoop())
	func() {
		defer func() { show(fmt.Sprint("panic ", recover()), nil) }()
		withAll([]*resource{mk("p")}, func() error { panic(42) })
	}()
}
