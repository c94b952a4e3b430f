package main

import (
	"fmt"
	"strings"
)

type op byte

const (
	keep   op = ' '
	insert op = '+'
	remove op = '-'
)

type edit struct {
	op
	line int
	text string
}

func (e edit) String() string { return fmt.Sprintf("%c%3d %s", e.op, e.line, e.text) }

// diff finds a longest common subsequence by dynamic programming.
func diff(a, b []string) (edits []edit) {
	lcs := make([][]int, len(a)+1)
	for i := range lcs {
		lcs[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lcs[i][j] = lcs[i+1][j+1] + 1
			} else {
				lcs[i][j] = max(lcs[i+1][j], lcs[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			edits = append(edits, edit{keep, i + 1, a[i]})
			i++
			j++
		case j == len(b) || i < len(a) && lcs[i+1][j] >= lcs[i][j+1]:
			edits = append(edits, edit{remove, i + 1, a[i]})
			i++
		default:
			edits = append(edits, edit{insert, j + 1, b[j]})
			j++
		}
	}
	return edits
}

// apply makes b of a.
func apply(a []string, edits []edit) (b []string, err error) {
	for _, e := range edits {
		switch e.op {
		case keep, remove:
			if len(a) == 0 || a[0] != e.text {
				return nil, fmt.Errorf("line %d does not match %q", e.line, e.text)
			}
			a = a[1:]
			if e.op == remove {
				continue
			}
			fallthrough
		case insert:
			b = append(b, e.text)
		}
	}
	if len(a) > 0 {
		err = fmt.Errorf("%d lines left", len(a))
	}
	return
}

func hunks(edits []edit, context int) (groups [][]edit) {
	last := -1
	for i, e := range edits {
		if e.op == keep {
			continue
		}
		from := max(i-context, 0)
		to := min(i+context+1, len(edits))
		if n := len(groups); n > 0 && from <= last {
			groups[n-1] = append(groups[n-1], edits[last:to]...)
		} else {
			groups = append(groups, append([]edit(nil), edits[from:to]...))
		}
		last = to
	}
	return groups
}

func main() {
	old := strings.Split("package main\n\nimport \"fmt\"\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n// end\n// of\n// file", "\n")
	new := strings.Split("package main\n\nimport \"fmt\"\n\nfunc main() {\n\tx, y := 1, 2\n\tfmt.Println(x, y)\n}\n// end\n// of file", "\n")
	edits := diff(old, new)
	for _, h := range hunks(edits, 1) {
		fmt.Println("@@")
		for _, e := range h {
			fmt.Println(e)
		}
	}
	got, err := apply(old, edits)
	fmt.Println(strings.Join(got, "\n") == strings.Join(new, "\n"), err)
	_, err = apply(new, edits)
	fmt.Println(err)
	_, err = apply(append(old, "more"), edits)
	fmt.Println(err)
	count := map[op]int{}
	for _, e := range edits {
		count[e.op]++
	}
	fmt.Println(count[keep], count[insert], count[remove], diff(nil, nil) == nil)
}
