package elements

import "unsafe"

// Keys holds the words that a comparison reads, for all elements of a slice in their order. A sort of n elements
// compares each of them about log n times; with keys, pointers are followed and methods evaluated only once per
// element.
type Keys struct {
	form    Form
	columns []*Word
	memory  []key
	n       int
}

// key is a word: a string, or a number in the second half.
type key struct {
	pointer unsafe.Pointer
	number  int64
}

const keySize = unsafe.Sizeof(key{})

// Limits for the length of slices with keys. Shorter slices are sorted by insertion. Longer ones would take much
// memory, and time without a check for interrupts.
const (
	minKeys = 12
	maxKeys = 1 << 20
)

// KeysOf returns the keys of the n elements of size bytes at data. It returns nil if the code has to run for some of
// them, or if the comparison only reads words stored in the elements.
func (f *Form) KeysOf(data unsafe.Pointer, n int, size uintptr) *Keys {
	if n < minKeys || n > maxKeys || !f.looksFar() {
		return nil
	}
	k := &Keys{n: n}
	for _, node := range f.Nodes {
		if node.Op < Constant && !(k.column(&node.A) && k.column(&node.B)) || node.Op == Length {
			return nil
		}
		k.form.Nodes = append(k.form.Nodes, node)
	}
	width := len(k.columns)
	k.form.Size = uintptr(width) * keySize
	k.memory = make([]key, n*width)
	for i := range n {
		x := unsafe.Add(data, uintptr(i)*size)
		if !f.open(x, x) {
			return nil
		}
		for c, w := range k.columns {
			if !w.read(x, &k.memory[i*width+c]) {
				return nil
			}
		}
	}
	k.form.Complete()
	return k
}

func (f *Form) looksFar() bool {
	for i := range f.Nodes {
		if n := &f.Nodes[i]; n.Op < Constant && (n.A.far() || n.B.far()) {
			return true
		}
	}
	return false
}

// column makes w the word of a key, and reports whether it depends on a single element.
func (k *Keys) column(w *Word) bool {
	if w.Term != nil && w.Term.Op == Fixed {
		return true
	}
	first, second := w.sides()
	if first && second {
		return false
	}
	c := 0
	for c < len(k.columns) && !k.columns[c].same(w) {
		c++
	}
	if c == len(k.columns) {
		of := *w
		k.columns = append(k.columns, &of)
	}
	off := uintptr(c) * keySize
	if !w.Text {
		off += unsafe.Offsetof(key{}.number)
		w.Kind = wide
	}
	*w = Word{Second: second, Text: w.Text, Kind: w.Kind, At: [2]uintptr{off}}
	return true
}

// sides reports which of the two elements a word depends on.
func (w *Word) sides() (first, second bool) {
	if w.Term == nil {
		return !w.Second, w.Second
	}
	if w.Term.Op == Fixed {
		return false, false
	}
	first, second = w.Term.A.sides()
	if w.Term.Op.Binary() {
		f, s := w.Term.B.sides()
		first, second = first || f, second || s
	}
	return first, second
}

// same reports whether two words are the same word, possibly of different elements.
func (w *Word) same(o *Word) bool {
	switch {
	case w.Text != o.Text || w.Kind != o.Kind || w.Deep != o.Deep || w.At != o.At,
		(w.Method == nil) != (o.Method == nil) || (w.Term == nil) != (o.Term == nil),
		w.Method != nil && w.Method.Of != o.Method.Of:
		return false
	case w.Term == nil:
		return true
	}
	s, t := w.Term, o.Term
	return s.Op == t.Op && s.Imm == t.Imm && s.A.same(&t.A) && s.B.same(&t.B)
}

// read reads a word of the element at x, if it is accessible.
func (w *Word) read(x unsafe.Pointer, to *key) (ok bool) {
	if !w.Text {
		to.number, ok = w.number(x, x)
		return ok
	}
	p := w.where(x, x)
	if p == nil {
		return false
	}
	*(*string)(unsafe.Pointer(to)) = *(*string)(p)
	return true
}

// Compare compares the elements i and j.
func (k *Keys) Compare(i, j int) int64 {
	v, _ := k.form.At(unsafe.Pointer(unsafe.SliceData(k.memory)), k.n, i, j)
	return v
}

// Swap exchanges the keys of two elements when these are exchanged.
func (k *Keys) Swap(i, j int) {
	width := len(k.columns)
	for c := range width {
		p, q := &k.memory[i*width+c], &k.memory[j*width+c]
		*p, *q = *q, *p
	}
}
