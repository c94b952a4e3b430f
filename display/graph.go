package display

import (
	"fmt"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/sugiyama"
	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Graph draws
//   - the ops that a function or cell applies to arguments: Graph(net, x), Graph(f, x, y),
//   - the tree of cells of a network: Graph(net),
//   - the recorded graph of a tensor, inside a function that is being differentiated: Graph(y).
//
// A tensor without a recorded graph is a ValueError, any other value a TypeError.
func Graph(x any, args ...any) Bundle {
	if t, ok := invoke.AsTensor(x); ok && t != nil {
		return recordedGraph(t).bundle()
	}
	layer, isCell := x.(nn.Layer)
	switch f, isFunc := invoke.Of(x); {
	case isCell && len(args) == 0:
		return cellTree(layer)
	case isCell:
		c := layer.CellBase()
		return observedGraph(c, args, func() []any { return c.Invoke(args...) }).bundle()
	case isFunc:
		return observedGraph(nil, args, func() []any { return f.Call("Graph", args) }).bundle()
	}
	tensor.Throw("Graph", tensor.TypeError, "For 'Graph', the input must be a Tensor, a Cell or a function, but got %T.", x)
	return Bundle{}
}

// flow is a graph of ops and values.
type flow struct {
	title string
	nodes []flowNode
}

type flowNode struct {
	name   string
	detail string // dtype and shape of the result
	kind   nodeKind
	in     []int
}

type nodeKind int

const (
	opNode nodeKind = iota
	inputNode
	paramNode
	constNode
)

func (f *flow) add(n flowNode) int {
	f.nodes = append(f.nodes, n)
	return len(f.nodes) - 1
}

func specText(dt tensor.DType, shape tensor.Shape) string { return dt.String() + " " + shape.String() }

// recordedGraph returns the graph recorded by the tape.
func recordedGraph(y *tensor.Tensor) *flow {
	list := engine.Recorded([]*tensor.Tensor{y})
	if len(list) == 0 {
		tensor.Throw("Graph", tensor.ValueError, "For 'Graph', the tensor has no recorded graph: "+
			"call Graph inside the function that is differentiated, or Graph(f, x) with the function and its arguments.")
	}
	f := &flow{title: "graph of a tensor"}
	for _, a := range list {
		f.nodes = append(f.nodes, flowNode{name: a.Op.Name(), detail: specText(a.Out[0].DType, a.Out[0].Shape)})
	}
	leaves := map[int]int{}
	for i, a := range list {
		for k, from := range a.From {
			detail := specText(a.In[k].DType, a.In[k].Shape)
			number, constant := engine.Leaf(from)
			at, known := leaves[from]
			switch {
			case from >= 0:
				at = from
			case constant:
				at = f.add(flowNode{name: "constant", detail: detail, kind: constNode})
			case !known:
				at = f.add(flowNode{name: fmt.Sprintf("leaf %d", number), detail: detail, kind: inputNode})
				leaves[from] = at
			}
			f.nodes[i].in = append(f.nodes[i].in, at)
		}
	}
	return f
}

// observedGraph runs a function and records the ops that it applies.
func observedGraph(net *nn.Cell, args []any, run func() []any) *flow {
	f := &flow{title: "graph of a function"}
	made := map[*tensor.Tensor]int{}
	for i, a := range args {
		if t, ok := invoke.AsTensor(a); ok && t != nil {
			made[t] = f.add(flowNode{name: fmt.Sprintf("x%d", i), detail: specText(t.DType(), t.Shape()), kind: inputNode})
		}
	}
	names := map[*tensor.Tensor]string{}
	if net != nil {
		f.title = "graph of " + net.ClassName()
		for _, p := range net.ParametersAndNames() {
			names[p.Param.Tensor] = p.Name
		}
	}
	see := func(op string, in, out []*tensor.Tensor) {
		n := flowNode{name: op}
		for _, x := range in {
			n.in = append(n.in, f.source(x, made, names))
		}
		if len(out) > 0 {
			n.detail = specText(out[0].DType(), out[0].Shape())
		}
		at := f.add(n)
		for _, y := range out {
			made[y] = at
		}
	}
	tensor.Observe(see, func() { run() })
	f.dropUnused()
	return f
}

// source returns the node of a value, a new one if no node of the graph has computed it.
func (f *flow) source(x *tensor.Tensor, made map[*tensor.Tensor]int, names map[*tensor.Tensor]string) int {
	if at, ok := made[x]; ok {
		return at
	}
	n := flowNode{name: names[x], detail: specText(x.DType(), x.Shape()), kind: paramNode}
	if n.name == "" {
		n.name, n.kind = "constant", constNode
		if x.Size() == 1 {
			n.name = fmt.Sprint(x.Item())
		}
	}
	at := f.add(n)
	made[x] = at
	return at
}

// dropUnused removes unused values, such as an argument that no op uses.
func (f *flow) dropUnused() {
	used := map[int]bool{}
	for _, n := range f.nodes {
		for _, j := range n.in {
			used[j] = true
		}
	}
	at := map[int]int{}
	var kept []flowNode
	for i, n := range f.nodes {
		if n.kind == opNode || used[i] {
			at[i] = len(kept)
			kept = append(kept, n)
		}
	}
	for i := range kept {
		for k, j := range kept[i].in {
			kept[i].in[k] = at[j]
		}
	}
	f.nodes = kept
}

func (f *flow) bundle() Bundle {
	d, between := f.draw()
	return pageBundle(f.text(), scrolled(d.Slices(between)), d)
}

// draw also returns the heights between the layers.
func (f *flow) draw() (d *svg.Doc, between []float64) {
	boxes := make([]sugiyama.Node, len(f.nodes))
	for i, n := range f.nodes {
		boxes[i] = sugiyama.Node{
			W: float64(letterWidth*float64(max(len([]rune(n.name)), len([]rune(n.detail))))) + 14,
			H: 34, In: n.in,
		}
	}
	l := sugiyama.Of(boxes)
	d = svg.New(l.W, l.H, f.title)
	for i, n := range f.nodes {
		between = append(between, l.At[i].Y-boxes[i].H)
		for k, j := range n.in {
			points := slices.Concat(
				[]sugiyama.Place{{X: l.At[j].X, Y: l.At[j].Y + boxes[j].H/2}}, l.Via[i][k],
				[]sugiyama.Place{{X: l.At[i].X, Y: l.At[i].Y - boxes[i].H/2}})
			arrow(d, points)
		}
	}
	for i, n := range f.nodes {
		n.draw(d, l.At[i].X, l.At[i].Y, boxes[i].W, boxes[i].H)
	}
	slices.Sort(between)
	return d, slices.Compact(between)
}

// arrow draws a curve through points that is vertical at both ends.
func arrow(d *svg.Doc, points []sugiyama.Place) {
	end := points[len(points)-1]
	path := "M" + svg.Num(points[0].X) + " " + svg.Num(points[0].Y)
	for k := 1; k < len(points); k++ {
		from, to := points[k-1], points[k]
		if k == len(points)-1 {
			to.Y -= 4 // the line ends inside the head
		}
		bend := max((to.Y-from.Y)/2, 10)
		path += fmt.Sprintf("C%s %s %s %s %s %s", svg.Num(from.X), svg.Num(from.Y+bend),
			svg.Num(to.X), svg.Num(to.Y-bend), svg.Num(to.X), svg.Num(to.Y))
	}
	d.Elem("path", svg.Attr{"d", path, "fill", "none", "stroke", "currentColor", "stroke-opacity", 0.55}, "")
	head := fmt.Sprintf("M%s %sl-3.5 -7h7z", svg.Num(end.X), svg.Num(end.Y))
	d.Elem("path", svg.Attr{"d", head, "fill", "currentColor", "fill-opacity", 0.7}, "")
}

func (n flowNode) draw(d *svg.Doc, x, y, w, h float64) {
	round := 3.0
	if n.kind != opNode {
		round = h / 2
	}
	d.Elem("rect", svg.Attr{
		"x", x - w/2, "y", y - h/2, "width", w, "height", h, "rx", round,
		"fill", colormap.Hex(colormap.Series(int(n.kind))), "fill-opacity", 0.22, "stroke", colormap.Hex(colormap.Series(int(n.kind))),
	}, "")
	d.Text(x, y-2, "middle", n.name)
	d.Elem("text", svg.Attr{
		"x", x, "y", y + 11, "text-anchor", "middle", "fill", "currentColor", "font-size", 9, "fill-opacity", 0.75,
	}, n.detail)
}

// text lists the ops in an order in which they may be computed.
func (f *flow) text() string {
	var b strings.Builder
	b.WriteString(f.title + "\n")
	done := make([]bool, len(f.nodes))
	name := func(i int) string {
		if f.nodes[i].kind == opNode || f.nodes[i].name == "constant" {
			return fmt.Sprintf("%%%d", i)
		}
		return f.nodes[i].name
	}
	var visit func(i int)
	visit = func(i int) {
		if done[i] {
			return
		}
		done[i] = true
		n := f.nodes[i]
		var args []string
		for _, j := range n.in {
			visit(j)
			args = append(args, name(j))
		}
		switch {
		case n.kind == opNode:
			fmt.Fprintf(&b, "  %s = %s(%s)  %s\n", name(i), n.name, strings.Join(args, ", "), n.detail)
		case n.name == "constant":
			fmt.Fprintf(&b, "  %s = constant  %s\n", name(i), n.detail)
		default:
			fmt.Fprintf(&b, "  %s  %s\n", n.name, n.detail)
		}
	}
	for i := range f.nodes {
		visit(i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
