package numtext

import "bytes"

// brackets appends numpy's array2string: rows in brackets, wrapped at the line width, blank lines between blocks, and
// "..." for omitted elements. prefix is the width of the text before it on the first line.
func brackets(dst []byte, a Array, o Options, sep string, prefix int) []byte {
	if a.Size() == 0 {
		return append(dst, "[]"...)
	}
	edge, cut := summary(a, o)
	l := layout{out: dst, words: pick(a, cut, edge, numpyStyle{o}), shape: a.Shape, cut: cut, edge: edge, sep: sep}
	if len(a.Shape) == 0 {
		return l.scalar()
	}
	l.axis(0, prefix+1, o.LineWidth)
	return l.out
}

// summary returns the number of elements shown at each end of a cut axis, and which axes are cut.
func summary(a Array, o Options) (edge int, cut []bool) {
	edge, cut = max(o.EdgeItems, 1), make([]bool, len(a.Shape))
	size := a.Size()
	for axis, d := range a.Shape {
		cut[axis] = size > o.Threshold && d > 2*edge
	}
	return edge, cut
}

// ellipsis represents the elements that a summary omits.
var ellipsis = []byte("...")

// layout arranges words as numpy's _formatArray does.
type layout struct {
	out   []byte
	words words
	next  int // index of the next word
	shape []int
	cut   []bool
	edge  int
	sep   string // " " or ", "
	word  []byte // scratch
}

// scalar appends the only word; as in numpy, a bool is not padded.
func (l *layout) scalar() []byte {
	return append(l.out, bytes.TrimLeft(l.words.put(nil, 0), " ")...)
}

// axis appends one bracketed level. hang is the column of its first element; width is the line width, which decreases
// by one closing bracket for each level.
func (l *layout) axis(axis, hang, width int) {
	l.out = append(l.out, '[')
	if axis == len(l.shape)-1 {
		l.row(axis, hang, width-max(len(l.sep)-1, 1))
	} else {
		l.blocks(axis, hang, width)
	}
	l.out = append(l.out, ']')
}

// blocks appends the elements of an axis other than the last, each on a new line, separated by as many newlines as
// there are inner axes.
func (l *layout) blocks(axis, hang, width int) {
	for i := 0; i < l.shape[axis]; i++ {
		if i > 0 {
			l.newBlock(axis, hang)
		}
		if l.cut[axis] && i == l.edge {
			l.out = append(l.out, ellipsis...)
			l.newBlock(axis, hang)
			i = l.shape[axis] - l.edge
		}
		l.axis(axis+1, hang+1, width-1)
	}
}

func (l *layout) newBlock(axis, hang int) {
	l.out = append(l.out, l.sep[:len(l.sep)-1]...)
	for range len(l.shape) - 1 - axis {
		l.out = append(l.out, '\n')
	}
	l.out = indent(l.out, hang)
}

// row appends the elements of the last axis, breaking lines that would exceed width.
func (l *layout) row(axis, hang, width int) {
	col := hang
	for i := 0; i < l.shape[axis]; i++ {
		if i > 0 {
			l.out = append(l.out, l.sep...)
			col += len(l.sep)
		}
		if l.cut[axis] && i == l.edge {
			col = l.place(ellipsis, col, hang, width)
			l.out = append(l.out, l.sep...)
			col += len(l.sep)
			i = l.shape[axis] - l.edge
		}
		l.word = l.words.put(l.word[:0], l.next)
		l.next++
		col = l.place(l.word, col, hang, width)
	}
}

// place appends a word at column col, after a line break if it would exceed width (unless the line is empty, where a
// break would not help), and returns the column after it.
func (l *layout) place(word []byte, col, hang, width int) int {
	if col+len(word) > width && col > hang {
		l.out = bytes.TrimRight(l.out, " ")
		l.out = indent(append(l.out, '\n'), hang)
		col = hang
	}
	l.out = append(l.out, word...)
	return col + len(word)
}
