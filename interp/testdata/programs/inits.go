package main

import "fmt"

func get() (int, error) { return 1, nil }

func m1() {
	m := map[string]int{}
	var err error
	if m["a"], err = get(); err != nil {
		fmt.Println("no")
	}
	fmt.Println(m, err)
	switch m["b"], err = get(); {
	case err == nil:
		fmt.Println("nil", m)
	}
	for m["c"], err = get(); m["c"] < 3; m["c"]++ {
	}
	fmt.Println(m)
	s := []int{0, 0}
	if s[1], err = get(); s[1] == 1 {
		fmt.Println(s)
	}
	p := &struct{ x, y int }{}
	if p.x, err = get(); p.x > 0 {
		fmt.Println(*p)
	}
	if *(&p.y), err = get(); err == nil {
		fmt.Println(*p)
	}
	var ok bool
	if m["d"], ok = m["zz"]; !ok {
		fmt.Println(m)
	}
	if m["e"], m["f"] = 5, 6; len(m) > 4 {
		fmt.Println(m)
	}
}

func main() {
	m1()
	more()
}

type tree struct {
	kids map[string]*tree
	n    int
}

func parse(depth int) (t *tree, err error) {
	t = &tree{kids: map[string]*tree{}}
	defer func() {
		if err != nil {
			err = fmt.Errorf("depth %d: %w", depth, err)
		}
	}()
	if depth == 3 {
		return nil, fmt.Errorf("deep")
	}
loop:
	for t.n, err = get(); t.n < 4; t.n++ {
		name := fmt.Sprint(depth, t.n)
		if t.n == 2 {
			if t.kids[name], err = parse(depth + 1); err != nil {
				if depth == 0 {
					return t, err
				}
				break loop
			}
		} else if t.kids[name+"e"], err = nil, nil; t.n == 3 {
			continue loop
		} else {
			t.kids["x"+name] = nil
		}
	}
	return
}

type pair struct{ a, b any }

func assign() (p pair, s []string, ok bool) {
	var i int
	s = make([]string, 3)
	arr := [2]*pair{&p, {}}
	next := func() int { i++; return i }
	if s[next()], i = "one", 5; s[1] == "one" {
		fmt.Println(i, s)
	}
	switch arr[0].a, ok = p.b.(int); {
	case !ok:
		arr[0].b = 7
	}
	switch p.a, ok = p.b.(int); v := p.a.(type) {
	case int:
		fmt.Println("int", v, ok)
	}
	m := map[string][]int{}
	if m["k"] = append(m["k"], 1, 2); len(m["k"]) == 2 {
		if m["k"][1]++; m["k"][1] == 3 {
			fmt.Println(m)
		}
		fmt.Println("not here")
	}
	if m["k"][0] += 10; m["k"][0] > 10 {
		fmt.Println(m)
	}
	if *arr[1], i = (pair{1, 2}), 8; i == 8 {
		fmt.Println(*arr[1])
	}
	return
}

func more() {
	t, err := parse(0)
	fmt.Println(len(t.kids), err)
	fmt.Println(assign())
}
