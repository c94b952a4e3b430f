package shape

// Walk steps through operands that are read with one shape but different strides, one inner row at a time. Axes are
// merged where every operand allows it, so that contiguous operands form one long row.
//
//	for w := NewWalk(dims, dst, a, b); w.Next(); {
//		row(dst[w.Off[0]:], a[w.Off[1]:], w.Inner, w.Step)
//	}
type Walk struct {
	Inner int    // length of a row
	Step  [3]int // stride of each operand along a row
	Off   [3]int // where the row starts in each operand, from the operand's first element
	axes  []walkAxis
	state walkState
}

type walkAxis struct {
	n, at int
	step  [3]int
}

type walkState uint8

const (
	before walkState = iota
	within
	done
)

// NewWalk returns a Walk over up to three operands, given by their strides.
func NewWalk(dims []int, strides ...[]int) *Walk {
	w := &Walk{Inner: 1}
	for i, n := range dims {
		if n == 0 {
			w.state = done
		}
		if n == 1 {
			continue
		}
		a := walkAxis{n: n}
		for k, s := range strides {
			a.step[k] = s[i]
		}
		w.push(a)
	}
	if k := len(w.axes); k > 0 {
		w.Inner, w.Step = w.axes[k-1].n, w.axes[k-1].step
		w.axes = w.axes[:k-1]
	}
	return w
}

// Run is a sequence of rows that are equally far apart in every operand.
type Run struct {
	Rows      int
	Off, Step [3]int // where the first row starts, and the distance from each row to the next
}

// NextRun returns all rows that follow one another along one axis, and advances to the last of them. It replaces Next
// where rows are many and short.
func (w *Walk) NextRun() (run Run, ok bool) {
	if !w.Next() {
		return run, false
	}
	run = Run{Rows: 1, Off: w.Off}
	if k := len(w.axes); k > 0 {
		a := &w.axes[k-1]
		run.Rows, run.Step = a.n-a.at, a.step
		a.at = a.n - 1
		for i, s := range a.step {
			w.Off[i] += (run.Rows - 1) * s
		}
	}
	return run, true
}

// Lengthen makes runs longer if few rows follow one another along the innermost axis over rows. It changes the order
// of rows, so it must be called before the first.
func (w *Walk) Lengthen() {
	const few, short = 16, 256
	if k := len(w.axes); k > 1 && w.Inner < short && w.axes[k-1].n < few && w.axes[k-2].n > 2*w.axes[k-1].n {
		w.axes[k-1], w.axes[k-2] = w.axes[k-2], w.axes[k-1]
	}
}

// Take removes the innermost axis over rows from the walk if operand k has stride step along it and its length is at
// least least. The caller then processes all of its rows at once.
func (w *Walk) Take(k, step, least int) (n int, steps [3]int, ok bool) {
	last := len(w.axes) - 1
	if last < 0 || w.axes[last].step[k] != step || w.axes[last].n < least {
		return 0, steps, false
	}
	a := w.axes[last]
	w.axes = w.axes[:last]
	return a.n, a.step, true
}

// push appends an inner axis, merged with the one outside it when they make one row.
func (w *Walk) push(a walkAxis) {
	if k := len(w.axes); k > 0 {
		last := &w.axes[k-1]
		merged := a.step
		for i := range merged {
			merged[i] *= a.n
		}
		if merged == last.step {
			last.n *= a.n
			last.step = a.step
			return
		}
	}
	w.axes = append(w.axes, a)
}

// Next advances to the next row; the first call advances to the first one. It returns false after the last.
func (w *Walk) Next() bool {
	if w.state == before {
		w.state = within
		return true
	}
	if w.state == done {
		return false
	}
	for i := len(w.axes) - 1; i >= 0; i-- {
		a := &w.axes[i]
		a.at++
		for k, s := range a.step {
			w.Off[k] += s
		}
		if a.at < a.n {
			return true
		}
		for k, s := range a.step {
			w.Off[k] -= s * a.n
		}
		a.at = 0
	}
	w.state = done
	return false
}
