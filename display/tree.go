package display

import (
	"fmt"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/nn"
)

// branch is one cell of a network, a row of the picture.
type branch struct {
	name, class string
	params      string // those that do not belong to an inner cell
	count       int    // of numbers in all parameters, including those of inner cells
	depth       int
	parent      int // the row of the enclosing cell, -1 for the network
}

// cellTree draws the cells of a network, each in a row below the cell that it is part of.
func cellTree(net nn.Layer) Bundle {
	rows := branches(nil, nn.Named{Cell: net}, 0, -1)
	d, between := drawTree(rows)
	return pageBundle(treeText(rows), scrolled(d.Slices(between)), d)
}

func branches(rows []branch, n nn.Named, depth, parent int) []branch {
	c := n.Cell.CellBase()
	b := branch{name: n.Name, class: c.ClassName(), depth: depth, parent: parent}
	children := c.NameCells()
	inner := map[*nn.Parameter]bool{}
	for _, k := range children {
		for _, p := range k.Cell.CellBase().ParametersAndNames() {
			inner[p.Param] = true
		}
	}
	var own []string
	for _, p := range c.ParametersAndNames() {
		b.count += p.Param.Size()
		if !inner[p.Param] {
			own = append(own, p.Name+" "+p.Param.Shape().String())
		}
	}
	b.params = strings.Join(own, ", ")
	here := len(rows)
	rows = append(rows, b)
	for _, k := range children {
		rows = branches(rows, k, depth+1, here)
	}
	return rows
}

func (b branch) label() string {
	if b.name == "" {
		return b.class
	}
	return b.name + ": " + b.class
}

func (b branch) detail() string {
	s := fmt.Sprintf("%d parameters", b.count)
	if b.params != "" {
		s += " · " + b.params
	}
	return s
}

// drawTree also returns the heights between the rows.
func drawTree(rows []branch) (d *svg.Doc, between []float64) {
	const high, step, indent = 22.0, 28.0, 26.0
	w := 0.0
	for _, b := range rows {
		letters := len([]rune(b.label())) + len([]rune(b.detail()))
		w = max(w, 20+float64(indent*float64(b.depth))+float64(letterWidth*float64(letters))+40)
	}
	d = svg.New(w, float64(step*float64(len(rows)))+8, "cells of "+rows[0].class)
	last := map[int]float64{} // by cell, the lower end of the line to its children
	for i, b := range rows {
		x, y := 8+float64(indent*float64(b.depth)), 6+float64(step*float64(i))
		between = append(between, y-(step-high)/2)
		if b.parent >= 0 {
			px, py := 8+float64(indent*float64(rows[b.parent].depth))+10,
				max(6+float64(step*float64(b.parent))+high, last[b.parent])
			last[b.parent] = y + high/2
			d.Elem("path", svg.Attr{
				"d", fmt.Sprintf("M%s %sV%sH%s", svg.Num(px), svg.Num(py), svg.Num(y+high/2), svg.Num(x)),
				"fill", "none", "stroke", "currentColor", "stroke-opacity", 0.5,
			}, "")
		}
		wide := float64(letterWidth*float64(len([]rune(b.label())))) + 16
		colour := colormap.Hex(colormap.Series(b.depth))
		d.Elem("rect", svg.Attr{"x", x, "y", y, "width", wide, "height", high, "rx", 4, "fill", colour, "fill-opacity", 0.22, "stroke", colour}, "")
		d.Text(x+8, y+15, "start", b.label())
		d.Elem("text", svg.Attr{"x", x + wide + 8, "y", y + 15, "fill", "currentColor", "fill-opacity", 0.7, "font-size", 10}, b.detail())
	}
	return d, between
}

// treeText draws the tree as text.
func treeText(rows []branch) string {
	var b strings.Builder
	for i, r := range rows {
		mark := ""
		for p := i; rows[p].parent >= 0; p = rows[p].parent {
			more := hasNext(rows, p)
			switch {
			case p == i && more:
				mark = "├─ "
			case p == i:
				mark = "└─ "
			case more:
				mark = "│  " + mark
			default:
				mark = "   " + mark
			}
		}
		b.WriteString(mark + r.label() + "  " + r.detail() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// hasNext reports whether another cell of the same parent follows row i.
func hasNext(rows []branch, i int) bool {
	return slices.ContainsFunc(rows[i+1:], func(r branch) bool { return r.parent == rows[i].parent })
}
