package main

import (
	"fmt"
	"sort"
	"strings"
)

type Task struct {
	Name  string
	Days  int
	Needs []string
}

type Plan struct {
	tasks map[string]*Task
	start map[string]int
}

type CycleError []string

func (c CycleError) Error() string { return "cycle " + strings.Join(c, " > ") }

func NewPlan(tasks ...Task) *Plan {
	p := &Plan{tasks: map[string]*Task{}, start: map[string]int{}}
	for i := range tasks {
		p.tasks[tasks[i].Name] = &tasks[i]
	}
	return p
}

// Earliest returns the day on which a task can start.
func (p *Plan) Earliest(name string) (day int, err error) { return p.visit(name, nil) }

func (p *Plan) visit(name string, path []string) (day int, err error) {
	if d, ok := p.start[name]; ok {
		return d, nil
	}
	t, ok := p.tasks[name]
	if !ok {
		return 0, fmt.Errorf("unknown task %q", name)
	}
	for i, seen := range path {
		if seen == name {
			return 0, CycleError(append(path[i:], name))
		}
	}
	for _, need := range t.Needs {
		d, err := p.visit(need, append(path, name))
		if err != nil {
			return 0, err
		}
		day = max(day, d+p.tasks[need].Days)
	}
	p.start[name] = day
	return day, nil
}

func (p *Plan) Gantt() string {
	names := make([]string, 0, len(p.tasks))
	for n := range p.tasks {
		if _, err := p.Earliest(n); err == nil {
			names = append(names, n)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := p.start[names[i]], p.start[names[j]]
		return a < b || a == b && names[i] < names[j]
	})
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%-8s|%*s%s\n", n, p.start[n], "", strings.Repeat("=", p.tasks[n].Days))
	}
	return b.String()
}

func main() {
	p := NewPlan(
		Task{"dig", 2, nil},
		Task{"found", 3, []string{"dig"}},
		Task{Name: "order", Days: 4},
		Task{"walls", 5, []string{"found", "order"}},
		Task{"roof", 2, []string{"walls"}},
		Task{"paint", 1, []string{"walls"}},
		Task{"egg", 1, []string{"hen"}},
		Task{"hen", 1, []string{"egg"}},
		Task{"lost", 1, []string{"nowhere"}},
	)
	for _, n := range []string{"roof", "hen", "lost", "dig"} {
		d, err := p.Earliest(n)
		c, isCycle := err.(CycleError)
		fmt.Println(n, d, err, isCycle, len(c))
	}
	fmt.Print(p.Gantt())
}
