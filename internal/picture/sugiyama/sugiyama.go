// Package sugiyama places the nodes of a directed acyclic graph in layers, so that edges lead downwards, are short
// and cross little. It uses the method of Sugiyama, Tagawa and Toda (1981), ordering nodes by the mean of neighbours.
package sugiyama

import (
	"cmp"
	"math"
	"slices"
)

// Node is a node to place. In lists the indices of its predecessors, which may come after it.
type Node struct {
	W, H float64 // of its box
	In   []int
}

// Place is the position of a node: the middle of its box.
type Place struct{ X, Y float64 }

// Layout has the positions of nodes and edges in a picture of size W by H.
type Layout struct {
	At   []Place
	Via  [][][]Place // for each node and each of its In, the points between which its edge passes other nodes
	W, H float64
}

// Gaps between boxes.
const (
	gapX = 18.0
	gapY = 34.0
)

// sweeps is the number of passes, downwards and upwards, that improve the order of the layers.
const sweeps = 6

// Of returns a layout of nodes.
func Of(nodes []Node) Layout {
	l := newLayers(nodes)
	for range sweeps {
		l.order(l.above)
		l.order(l.below)
	}
	return l.place()
}

type layers struct {
	nodes []Node // with invisible ones where an edge passes a layer
	real  int    // the number of the caller's nodes, which come first
	rank  []int
	rows  [][]int
	above [][]int
	below [][]int
	via   [][][]int // the invisible nodes of each edge
}

func newLayers(nodes []Node) *layers {
	l := &layers{nodes: slices.Clone(nodes), real: len(nodes)}
	l.rank = ranks(nodes)
	l.above, l.below = make([][]int, len(nodes)), make([][]int, len(nodes))
	for i, n := range nodes {
		l.via = append(l.via, nil)
		for _, j := range n.In {
			l.via[i] = append(l.via[i], l.edge(j, i))
		}
	}
	for i, r := range l.rank {
		for len(l.rows) <= r {
			l.rows = append(l.rows, nil)
		}
		l.rows[r] = append(l.rows[r], i)
	}
	return l
}

// ranks returns the lengths of the longest paths to the nodes. A node without predecessors is moved down to just
// above its successors.
func ranks(nodes []Node) []int {
	rank := make([]int, len(nodes))
	for i := range rank {
		rank[i] = -1
	}
	var visit func(i int) int
	visit = func(i int) int {
		if rank[i] < 0 {
			rank[i] = 0
			for _, j := range nodes[i].In {
				rank[i] = max(rank[i], visit(j)+1)
			}
		}
		return rank[i]
	}
	next := make([]int, len(nodes))
	for i := range nodes {
		visit(i)
	}
	for i, n := range nodes {
		for _, j := range n.In {
			if next[j] == 0 || rank[i] < next[j] {
				next[j] = rank[i]
			}
		}
	}
	for i, n := range nodes {
		if len(n.In) == 0 && next[i] > 0 {
			rank[i] = next[i] - 1
		}
	}
	return rank
}

// edge joins two nodes, through an invisible node in each layer between them, and returns these.
func (l *layers) edge(from, to int) (via []int) {
	for r := l.rank[from] + 1; r < l.rank[to]; r++ {
		l.nodes = append(l.nodes, Node{W: 2})
		l.rank = append(l.rank, r)
		l.above, l.below = append(l.above, nil), append(l.below, nil)
		l.join(from, len(l.nodes)-1)
		from = len(l.nodes) - 1
		via = append(via, from)
	}
	l.join(from, to)
	return via
}

func (l *layers) join(from, to int) {
	l.below[from] = append(l.below[from], to)
	l.above[to] = append(l.above[to], from)
}

// order sorts each layer by the mean position of the neighbours on one side.
func (l *layers) order(neighbours [][]int) {
	at := make([]float64, len(l.nodes))
	for _, row := range l.rows {
		for k, i := range row {
			at[i] = float64(k)
		}
	}
	for _, row := range l.rows {
		key := map[int]float64{}
		for _, i := range row {
			key[i] = at[i]
			if n := neighbours[i]; len(n) > 0 {
				key[i] = mean(n, at)
			}
		}
		slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
		for k, i := range row {
			at[i] = float64(k)
		}
	}
}

// weight returns how strongly a node pulls its neighbours. Nodes without predecessors, such as constants, follow their
// successors; if they pulled as well, a long chain with a constant at every step would be slanted.
func (l *layers) weight(i int) float64 {
	if len(l.above[i]) == 0 {
		return 1.0 / 64
	}
	return 1
}

// pull returns the weighted mean position of neighbours.
func (l *layers) pull(n []int, x []float64) float64 {
	sum, all := 0.0, 0.0
	for _, j := range n {
		sum, all = sum+float64(l.weight(j)*x[j]), all+l.weight(j)
	}
	return sum / all
}

func mean(n []int, at []float64) float64 {
	sum := 0.0
	for _, j := range n {
		sum += at[j]
	}
	return sum / float64(len(n))
}

// place sets the heights of the layers and moves each node towards the middle of its neighbours, as far as the other
// nodes of its layer allow.
func (l *layers) place() Layout {
	x := make([]float64, len(l.nodes))
	for _, row := range l.rows {
		l.pack(row, x, func(i int) float64 { return x[i] })
	}
	for range sweeps {
		for r := range l.rows {
			l.pack(l.rows[r], x, func(i int) float64 { return l.wish(i, x, l.above) })
		}
		for r := len(l.rows) - 1; r >= 0; r-- {
			l.pack(l.rows[r], x, func(i int) float64 { return l.wish(i, x, l.below) })
		}
	}
	return l.layout(x)
}

// layout arranges the layers one below the other.
func (l *layers) layout(x []float64) Layout {
	left, right := math.Inf(1), math.Inf(-1)
	for i := range l.nodes {
		left, right = min(left, x[i]-l.nodes[i].W/2), max(right, x[i]+l.nodes[i].W/2)
	}
	at := make([]Place, len(l.nodes))
	y := gapX
	for _, row := range l.rows {
		tall := 0.0
		for _, i := range row {
			tall = max(tall, l.nodes[i].H)
		}
		for _, i := range row {
			at[i] = Place{x[i] - left + gapX, y + tall/2}
		}
		y += tall + gapY
	}
	out := Layout{At: at[:l.real], W: right - left + 2*gapX, H: y - gapY + gapX}
	for _, edges := range l.via {
		points := make([][]Place, len(edges))
		for k, via := range edges {
			for _, i := range via {
				points[k] = append(points[k], at[i])
			}
		}
		out.Via = append(out.Via, points)
	}
	return out
}

func (l *layers) wish(i int, x []float64, neighbours [][]int) float64 {
	if n := neighbours[i]; len(n) > 0 {
		return l.pull(n, x)
	}
	return x[i]
}

// pack places the nodes of a row side by side, as near as possible to their desired positions. It merges nodes that
// would overlap into blocks, placed at the weighted mean of the desired positions (pool adjacent violators).
func (l *layers) pack(row []int, x []float64, wish func(i int) float64) {
	type block struct {
		first, n int
		sum      float64 // of weighted desired positions, less the offsets in the block
		weight   float64
		width    float64
	}
	var blocks []block
	offset := make([]float64, len(row)) // of a node's middle in its block
	for k, i := range row {
		w := l.nodes[i].W + gapX
		b := block{k, 1, float64(l.weight(i) * (wish(i) - w/2)), l.weight(i), w}
		offset[k] = w / 2
		for len(blocks) > 0 {
			p := blocks[len(blocks)-1]
			if p.sum/p.weight+p.width <= b.sum/b.weight {
				break
			}
			for q := b.first; q < b.first+b.n; q++ {
				offset[q] += p.width
			}
			b = block{p.first, p.n + b.n, p.sum + b.sum - float64(p.width*b.weight), p.weight + b.weight, p.width + b.width}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		for q := b.first; q < b.first+b.n; q++ {
			x[row[q]] = b.sum/b.weight + offset[q]
		}
	}
}
