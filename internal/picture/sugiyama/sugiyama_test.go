package sugiyama

import (
	"testing"

	"pgregory.net/rapid"
)

// TestLayout draws random graphs: edges lead down, boxes do not overlap, and all of them are inside the picture.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 25).Draw(t, "nodes")
		nodes := make([]Node, n)
		for i := range nodes {
			nodes[i] = Node{W: rapid.Float64Range(10, 120).Draw(t, "w"), H: 30}
			if i > 0 {
				nodes[i].In = rapid.SliceOfN(rapid.IntRange(0, i-1), 0, 4).Draw(t, "in")
			}
		}
		l := Of(nodes)
		for i, a := range l.At {
			if a.X-nodes[i].W/2 < 0 || a.X+nodes[i].W/2 > l.W || a.Y-15 < 0 || a.Y+15 > l.H {
				t.Fatalf("node %d at %v is not inside %v × %v", i, a, l.W, l.H)
			}
			for k, j := range nodes[i].In {
				y := l.At[j].Y
				for _, p := range append(l.Via[i][k], a) {
					if p.Y <= y {
						t.Fatalf("edge %d → %d does not lead down: %v %v", j, i, l.At[j], l.Via[i][k])
					}
					y = p.Y
				}
			}
			for j := range i {
				b := l.At[j]
				if a.Y == b.Y && abs(a.X-b.X) < (nodes[i].W+nodes[j].W)/2 {
					t.Fatalf("nodes %d and %d overlap at %v and %v", i, j, a, b)
				}
			}
		}
	})
}

func abs(x float64) float64 { return max(x, -x) }

// TestSimple checks that a chain is straight, and two independent ways do not cross.
func TestSimple(t *testing.T) {
	chain := Of([]Node{{W: 20, H: 10}, {W: 40, H: 10, In: []int{0}}, {W: 30, H: 10, In: []int{1}}})
	for _, p := range chain.At[1:] {
		if p.X != chain.At[0].X {
			t.Errorf("a chain bends: %v", chain.At)
		}
	}
	ways := Of([]Node{{W: 20, H: 10}, {W: 20, H: 10}, {W: 20, H: 10, In: []int{1}}, {W: 20, H: 10, In: []int{0}}})
	if (ways.At[0].X < ways.At[1].X) != (ways.At[3].X < ways.At[2].X) {
		t.Errorf("two ways cross: %v", ways.At)
	}
	if empty := Of(nil); len(empty.At) != 0 {
		t.Errorf("an empty graph has places %v", empty.At)
	}
}

// TestChainOfConstants checks that a long chain with a constant at every step runs straight down.
func TestChainOfConstants(t *testing.T) {
	nodes := []Node{{W: 60, H: 10}}
	for last := 0; len(nodes) < 100; last = len(nodes) - 1 {
		nodes = append(nodes, Node{W: 50, H: 10}, Node{W: 60, H: 10, In: []int{last, len(nodes)}})
	}
	l := Of(nodes)
	if l.W > 300 {
		t.Errorf("boxes of 60 and 50 side by side need a picture of %v: the chain runs aslant", l.W)
	}
}
