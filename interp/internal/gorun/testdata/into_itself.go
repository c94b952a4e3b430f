package main

import (
	"fmt"
	"strings"
)

// Values of several words whose parts are made of each other.

type pair struct{ a, b int }
type trio struct {
	s string
	n int
	l []int
}

func complexes(n int) (c complex128) {
	c = 3 + 4i
	for range n {
		c = complex(imag(c), real(c)+1)
		c = complex(real(c)+imag(c), real(c))
		c = c * complex(imag(c), -real(c)) / (1 + c)
	}
	return c
}

func pairs(n int) (p pair, q pair) {
	p = pair{1, 2}
	for i := range n {
		p = pair{p.b, p.a + i}
		p, q = pair{q.a + p.b, p.a}, pair{p.b, q.a}
	}
	return
}

func cuts(s string, l []int) (string, []int, []int) {
	for len(s) > 3 {
		s = s[len(s)/3 : len(s)-1]
		l = l[len(l)/4 : len(l)-1 : cap(l)-1]
	}
	m := l[:min(len(l), cap(l)-1)]
	m = m[len(m)-1:]
	return s, l, m
}

func texts(n int) (s string) {
	s = "ab"
	for i := range n {
		s = s + fmt.Sprint(len(s)) + s[:1] + string(s[len(s)-1]) + strings.Repeat(s[1:2], i)
		s = s[1:] + s[:1]
	}
	return s
}

func lookups(m map[int]int, k int) (n int) {
	for ok := true; ok; n++ {
		k, ok = m[k]
	}
	return n*100 + k
}

func asserts(x any) (out []string) {
	for range 4 {
		var ok bool
		if x, ok = x.([]any); ok && x != nil {
			x = x.([]any)[0]
		}
		out = append(out, fmt.Sprint(x, ok, len(out)))
	}
	return out
}

func arrays(n int) (a [3]int, b [2]string) {
	a, b = [3]int{1, 2, 3}, [2]string{"x", "y"}
	for i := range n {
		a = [3]int{a[2] + i, a[0], a[1]}
		b = [2]string{b[1] + fmt.Sprint(len(b[0])), b[0]}
		a[0], a[1] = a[1], a[0]+a[2]
	}
	return
}

func fields(n int) trio {
	t := trio{"q", 1, nil}
	for range n {
		t = trio{t.s + fmt.Sprint(t.n), len(t.s), append(t.l, t.n, len(t.l))}
		t.n, t.s = len(t.s), t.s[len(t.s)/4:]
		t.l, t.n = t.l[len(t.l)/3:], len(t.l)
	}
	return t
}

func received(n int) (x int, ok bool) {
	c := make(chan int, 9)
	for i := range n {
		c <- i * i
	}
	close(c)
	for x, ok = <-c; ok && x < 8; x, ok = <-c {
	}
	return x, ok
}

func minmax(n int) (k, l int) {
	k, l = 5, 2
	for i := range n {
		k = max(i*l, k-1, min(k, l, i))
		l, k = min(k, l+i, max(l, k)), max(l, k-i)
	}
	return
}

func words(s string) (head string, rest string, n int) {
	rest = s
	for found := true; found; n++ {
		head, rest, found = strings.Cut(rest, " ")
		rest, head = strings.TrimPrefix(rest, head), rest
	}
	return
}

func chains(n int) (next func() int) {
	next = func() int { return 1 }
	for i := range n {
		before := next
		next = func() int { return before()*2 + i }
	}
	return next
}

func main() {
	fmt.Println(complexes(3))
	fmt.Println(pairs(5))
	fmt.Println(cuts("abcdefghijklmnop", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}))
	fmt.Println(texts(5))
	fmt.Println(lookups(map[int]int{1: 2, 2: 5, 5: 7}, 1))
	fmt.Println(asserts([]any{[]any{[]any{"deep"}}}))
	fmt.Println(arrays(4))
	fmt.Println(fields(5))
	fmt.Println(received(6))
	fmt.Println(received(2))
	fmt.Println(minmax(5))
	fmt.Println(words("one two three two one"))
	fmt.Println(chains(5)())
}
