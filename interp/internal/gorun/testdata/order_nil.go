package main

import "fmt"

// A nil pointer fails before the index of its array does, and after a value that is assigned.

type part struct {
	n    int
	at   [2]int
	grid [2][2]int
	list []int
	next *part
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	x, two := 1, 2
	q := []int{1, 2, 3}
	p := &part{n: 4}
	var none *part
	try("a", func() { none.at[q[-x]] += p.list[two] })
	try("b", func() { none.at[q[-x]] = p.list[two] })
	try("c", func() { none.at[q[-x]] += two })
	try("d", func() { none.at[q[-x]] = two })
	try("e", func() { none.at[q[-x]]++ })
	try("f", func() { fmt.Println(none.at[q[-x]]) })
	try("g", func() { none.at[-x] += p.list[two] })
	try("h", func() { none.at[x+5] += two })
	try("i", func() { none.at[x+5] = p.list[two] })
	try("j", func() { none.list[q[-x]] += p.list[two] })
	try("k", func() { none.list[q[-x]] = two })
	try("l", func() { none.list[q[-x]] += two })
	var arr *[3]int
	try("m", func() { arr[q[-x]] += p.list[two] })
	try("n", func() { arr[q[-x]] += two })
	try("o", func() { arr[q[-x]] = two })
	try("p", func() { none.at[q[-x]] += none.list[two] })
	try("q", func() { none.next.at[q[-x]] += p.list[two] })
	try("r", func() { p.next.at[q[-x]] += p.list[two] })
	try("s", func() { p.next.at[q[-x]] += two })
	try("t", func() { p.next.at[q[-x]] = two })
	try("u", func() { p.at[q[-x]] += none.n })
	try("v", func() { p.at[q[x+1]] += none.n })
	more(x, q, p, arr)
}

func more(x int, q []int, p *part, arr *[3]int) {
	grids := []*[2][2]int{nil, {{1, 2}, {3, 4}}}
	try("values", func() { fmt.Println(arr[q[-x]], q[2]) })
	try("value of a field", func() { fmt.Println(p.next.at[q[-x]]) })
	try("rows", func() { grids[0][q[x]-2][q[-x]] += q[2] })
	try("row", func() { grids[x][q[x]-2][q[-x]] += q[2] })
	try("no row", func() { grids[x][q[x]][q[x]-1] += q[2] })
	try("grid", func() { p.grid[q[2]][q[-x]] += p.list[0] })
	try("grid of nil", func() { p.next.grid[q[2]][q[-x]] += p.list[0] })
	try("length", func() { arr[x+2] += p.list[0] })
	try("both", func() { arr[q[-x]], q[0] = q[1], q[2] })
	try("address", func() { fmt.Println(&arr[q[-x]]) })
	arr = &[3]int{1, 2, 3}
	try("array", func() { arr[q[x]] += p.list[0] })
	try("array's end", func() { arr[q[2]] += q[0] })
	try("whole", func() { arr[q[x]] += q[0]; *grids[x] = [2][2]int{{9}}; grids[x][q[0]][q[0]-1] += q[2] })
	fmt.Println(*arr, *grids[x], len(arr), q)
}
