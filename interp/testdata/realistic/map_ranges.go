package main

import (
	"fmt"
	"sort"
)

type tree map[string]tree

func (t tree) walk(depth int, visit func(int, string) bool) bool {
	for k, v := range t {
		if !visit(depth, k) {
			return false
		}
		if !v.walk(depth+1, visit) {
			return false
		}
	}
	return true
}

func first(m map[int]string) (k int) {
	for k = range m {
		break
	}
	return
}

func safe(m map[string]int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
		}
	}()
	for k, v := range m {
		_ = k
		for range m {
			if v > 2 {
				panic("big")
			}
		}
	}
	return nil
}

func main() {
	t := tree{"a": {"b": {}, "c": {"d": {}}}, "e": nil}
	var seen []string
	t.walk(0, func(d int, k string) bool { seen = append(seen, fmt.Sprint(d, k)); return true })
	sort.Strings(seen)
	fmt.Println(seen)
	n := 0
	t.walk(0, func(int, string) bool { n++; return n < 3 })
	fmt.Println(n)
	m := map[int]int{}
	for i := range 100 {
		m[i] = i
	}
	for k := range m {
		if k%2 == 0 {
			delete(m, k)
		}
	}
	fmt.Println(len(m))
	s := 0
	for a := range m {
		for b := range m {
			if a < b {
				s++
			}
			if b > 90 {
				continue
			}
		}
	}
	fmt.Println(s, first(map[int]string{7: "x"}))
	fmt.Println(safe(map[string]int{"a": 1, "b": 3}), safe(map[string]int{"a": 1}), safe(nil))
	for k, v := range m {
		m[k] = v * 2
	}
	tot := 0
	for _, v := range m {
		tot += v
	}
	fmt.Println(tot)
	for k := range m {
		clear(m)
		_ = k
	}
	fmt.Println(len(m))
	type key struct{ x, y int }
	km := map[key][]string{{1, 2}: {"a"}, {3, 4}: {"b", "c"}}
	c := 0
	for k, v := range km {
		c += k.x*k.y + len(v)
		km[k] = append(v, "z")
	}
	fmt.Println(c, len(km[key{1, 2}]), len(km[key{3, 4}]))
	am := map[any][3]int{1: {1, 2, 3}, "a": {4, 5, 6}}
	q := 0
	for k, v := range am {
		if _, ok := k.(int); ok {
			q += v[0]
		}
		q += v[2]
	}
	fmt.Println(q)
	funcs := map[string]func() int{"a": func() int { return 1 }, "b": func() int { return 2 }}
	for _, f := range funcs {
		q += f()
	}
	done := make(chan int)
	for g := range 4 {
		go func() {
			z := 0
			for range 50 {
				for k := range km {
					z += k.x
				}
			}
			done <- z + g
		}()
	}
	for range 4 {
		q += <-done
	}
	fmt.Println(q)
	var it func(yield func(int) bool) = func(yield func(int) bool) {
		for k := range map[int]bool{1: true, 2: true, 3: true} {
			if !yield(k) {
				return
			}
		}
	}
	for v := range it {
		for w := range it {
			q += v * w
		}
	}
	fmt.Println(q)
}
