package main

import (
	"fmt"
	"iter"
)

type Dir struct {
	Name  string
	Size  int
	Items []*Dir
}

func (d *Dir) Walk() iter.Seq2[string, *Dir] {
	return func(yield func(string, *Dir) bool) {
		d.push("", yield)
	}
}

func (d *Dir) push(prefix string, yield func(string, *Dir) bool) bool {
	path := prefix + "/" + d.Name
	if !yield(path, d) {
		return false
	}
	for _, it := range d.Items {
		if !it.push(path, yield) {
			return false
		}
	}
	return true
}

func (d *Dir) Total() (n int) {
	for _, it := range d.Walk() {
		n += it.Size
	}
	return
}

func find(root *Dir, name string) (path string, err error) {
	for p, d := range root.Walk() {
		if d.Name == name {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s not found below %s", name, root.Name)
}

func file(name string, size int) *Dir { return &Dir{name, size, nil} }

func main() {
	root := &Dir{"home", 1, []*Dir{
		{Name: "docs", Items: []*Dir{file("cv.txt", 20), file("plan.md", 7)}},
		file("notes", 5),
		{"src", 2, []*Dir{{Name: "go", Items: []*Dir{file("main.go", 120)}}}},
	}}
	for path, d := range root.Walk() {
		fmt.Printf("%-22s %4d %d\n", path, d.Size, len(d.Items))
	}
	fmt.Println(root.Total())
	for _, name := range []string{"main.go", "plan.md", "x"} {
		p, err := find(root, name)
		fmt.Printf("%q %v\n", p, err)
	}
	depth := 0
outer:
	for _, d := range root.Walk() {
		for range d.Items {
			depth++
			if depth == 4 {
				break outer
			}
		}
	}
	fmt.Println(depth)
}
