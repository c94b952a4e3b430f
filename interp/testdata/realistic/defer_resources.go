package main

import (
	"errors"
	"fmt"
	"strings"
)

type resource struct {
	name string
	fail bool
	log  *[]string
}

func (r *resource) Close() error {
	*r.log = append(*r.log, "close "+r.name)
	if r.fail {
		return fmt.Errorf("close %s failed", r.name)
	}
	return nil
}

var errOpen = errors.New("cannot open")

func open(name string, log *[]string) (*resource, error) {
	if strings.HasPrefix(name, "!") {
		return nil, fmt.Errorf("%s: %w", name, errOpen)
	}
	*log = append(*log, "open "+name)
	return &resource{name: name, fail: strings.HasSuffix(name, "?"), log: log}, nil
}

func copyAll(names ...string) (n int, log []string, err error) {
	for _, name := range names {
		r, err := open(name, &log)
		if err != nil {
			return n, log, err
		}
		defer func() {
			if cerr := r.Close(); cerr != nil {
				err = errors.Join(err, cerr)
			}
		}()
		n += len(name)
	}
	defer func() { log = append(log, fmt.Sprint("done ", n)) }()
	return n, log, nil
}

func transaction(steps ...func() error) (err error) {
	var undo []string
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			for i := range undo {
				fmt.Println("  rollback", undo[len(undo)-1-i])
			}
		}
	}()
	for i, s := range steps {
		if err := s(); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		undo = append(undo, fmt.Sprint("step ", i))
	}
	return nil
}

func measure(name string) func() {
	fmt.Println("enter", name)
	return func() { fmt.Println("leave", name) }
}

func nested(n int) (total int) {
	defer measure(fmt.Sprint("nested ", n))()
	defer func() { total *= 2 }()
	if n == 0 {
		return 1
	}
	return nested(n-1) + n
}

func main() {
	for _, names := range [][]string{{"a", "bb"}, {"a", "!b", "c"}, {"x?", "y"}} {
		n, log, err := copyAll(names...)
		fmt.Println(n, log, err, errors.Is(err, errOpen))
	}
	ok := func() error { return nil }
	fmt.Println(transaction(ok, ok))
	fmt.Println(transaction(ok, ok, func() error { return errOpen }))
	fmt.Println(transaction(ok, func() error {
		var m map[string]int
		m["x"] = 1
		return nil
	}))
	fmt.Println(nested(2))
	for i := range 3 {
		defer fmt.Print("deferred ", i, "\n")
	}
}
