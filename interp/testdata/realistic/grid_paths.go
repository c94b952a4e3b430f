package main

import (
	"fmt"
	"strings"
)

type P struct{ r, c int }

func (p P) add(q P) P { return P{p.r + q.r, p.c + q.c} }

var dirs = map[byte]P{'U': {-1, 0}, 'D': {1, 0}, 'L': {0, -1}, 'R': {0, 1}}

type Maze struct {
	cells      []string
	start, end P
}

func load(s string) (m Maze) {
	m.cells = strings.Fields(s)
	for r, row := range m.cells {
		for c, ch := range row {
			switch ch {
			case 'S':
				m.start = P{r, c}
			case 'E':
				m.end = P{r, c}
			}
		}
	}
	return
}

func (m Maze) free(p P) bool {
	return p.r >= 0 && p.r < len(m.cells) && p.c >= 0 && p.c < len(m.cells[p.r]) && m.cells[p.r][p.c] != '#'
}

func (m Maze) solve() (path string, ok bool) {
	type state struct {
		at   P
		path []byte
	}
	queue := []state{{at: m.start}}
	seen := map[P]bool{m.start: true}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.at == m.end {
			return string(s.path), true
		}
		for _, d := range []byte("UDLR") {
			next := s.at.add(dirs[d])
			if !m.free(next) || seen[next] {
				continue
			}
			seen[next] = true
			queue = append(queue, state{next, append(s.path[:len(s.path):len(s.path)], d)})
		}
	}
	return "", false
}

func (m Maze) draw(path string) string {
	rows := make([][]byte, len(m.cells))
	for i := range rows {
		rows[i] = []byte(m.cells[i])
	}
	at := m.start
	for _, d := range []byte(path) {
		at = at.add(dirs[d])
		if rows[at.r][at.c] == '.' {
			rows[at.r][at.c] = '*'
		}
	}
	var out []string
	for _, r := range rows {
		out = append(out, string(r))
	}
	return strings.Join(out, "\n")
}

func flood(grid [][]rune, r, c int, from, to rune) (n int) {
	if r < 0 || c < 0 || r >= len(grid) || c >= len(grid[r]) || grid[r][c] != from {
		return 0
	}
	grid[r][c] = to
	n = 1
	for _, d := range [...]P{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		n += flood(grid, r+d.r, c+d.c, from, to)
	}
	return
}

func main() {
	for _, text := range []string{"S.#. ..#. #..E", "S#E ##.", "SE"} {
		m := load(text)
		path, ok := m.solve()
		fmt.Printf("%q %t\n%s\n", path, ok, m.draw(path))
	}
	grid := [][]rune{[]rune("~~##~"), []rune("~###~"), []rune("~~~#~")}
	sizes := []int{}
	for r := range grid {
		for c := range grid[r] {
			if n := flood(grid, r, c, '#', 'x'); n > 0 {
				sizes = append(sizes, n)
			}
		}
	}
	fmt.Println(sizes, flood(grid, 0, 0, '~', '.'), string(grid[2]))
}
