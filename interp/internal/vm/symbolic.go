package vm

import (
	"maps"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/elements"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// An evaluator finds out what the code of a function does with two elements by symbolic execution. It follows calls.
type evaluator struct {
	found  *recognized
	regs   map[uint32]symValue // by offset in the first frame
	base   uint32              // of the current frame
	calls  []activeCall        // active calls
	stores []store
	steps  int
	result *symValue // set to the result of a method, if that is to be found
	failed bool      // the code does something else
}

// activeCall is a call and the frame of its caller.
type activeCall struct {
	in   *Ins
	base uint32
}

// store is a store of a word of one element into the other element.
type store struct{ to, from elements.Word }

// symValue is the symbolic value of a register.
type symValue struct {
	what   uint8
	word   elements.Word  // a word, or the address of one
	second bool           // an index is the second of the two
	at     int64          // offset of a captured word, or a number
	of     unsafe.Pointer // a known pointer
	test   elements.Node
}

// Kinds of symbolic values.
const (
	unknown        = iota
	anIndex        // one of the two indices
	data           // the data pointer of the slice
	length         // the length of the slice
	captured       // a captured pointer
	capturedNumber // a captured number
	pointer        // a known pointer
	address        // the address of a word of an element
	value          // a word of an element
	number         // a constant
	tested         // the result of a comparison
)

// Limits for instructions and nodes.
const maxSteps, maxNodes = 128, 16

func (s *evaluator) reg(at uint32) symValue    { return s.regs[s.base+at] }
func (s *evaluator) set(at uint32, v symValue) { s.regs[s.base+at] = v }

// values sets the registers that hold the words of an element.
func (s *evaluator) values(leaves []layout.Leaf, at []uint32, second bool) {
	for i, l := range leaves {
		v := symValue{what: value, word: elements.Word{Second: second, Kind: l.Kind, Text: l.Pair, At: [2]uintptr{l.Off}}}
		switch {
		case l.Kind == layout.Box:
			v.what = address
		case l.Kind == layout.Pointer && !l.Pair:
			v.what, v.word.Deep = address, true
		}
		s.set(at[i], v)
	}
}

// eval executes the code from in symbolically and returns its node.
func (s *evaluator) eval(in *Ins) int {
	for !s.failed {
		if s.steps++; s.steps > maxSteps || len(s.found.form.Nodes) > maxNodes {
			break
		}
		switch in.Op {
		case JMP, JMPB:
			in = target(in)
			continue
		case CALL:
			in = s.enter(in)
			continue
		case RET0, RETN, RETP, RETX:
			if len(s.calls) == 0 {
				return s.returned(in)
			}
			in = s.leave(in)
			continue
		}
		if b, ok := branches[in.Op]; ok {
			return s.branch(in, b.test, b.flip)
		}
		s.step(in)
		in = after(in)
	}
	s.failed = true
	return 0
}

func after(in *Ins) *Ins  { return (*Ins)(unsafe.Add(unsafe.Pointer(in), insSize)) }
func target(in *Ins) *Ins { return (*Ins)(unsafe.Add(unsafe.Pointer(in), int(int32(in.C)))) }

// enter continues in the function that in calls.
func (s *evaluator) enter(in *Ins) *Ins {
	f := (*Func)(in.Aux)
	f.compileOnce()
	s.calls = append(s.calls, activeCall{in, s.base})
	s.base += in.B
	return f.entry.Load()
}

// leave continues after the call that in returns from.
func (s *evaluator) leave(in *Ins) *Ins {
	last := len(s.calls) - 1
	call := s.calls[last].in
	from, to, next := []uint32{in.A}, []uint32{call.A}, after(call)
	switch in.Op {
	case RET0:
		from = nil
	case RETX:
		from, to, next = (*Words)(in.Aux).At, (*Words)(next.Aux).At, after(next)
	}
	ended := s.base
	s.base, s.calls = s.calls[last].base, s.calls[:last]
	for i, at := range from {
		s.set(to[i], s.regs[ended+at])
	}
	return next
}

// branches maps branches to their comparisons; flip means that the branch is taken if the comparison is false.
var branches = map[Op]struct {
	test Op
	flip bool
}{
	BEQ: {test: EQ}, BNE: {test: NE}, BLT: {test: LT}, BLE: {test: LE}, BLTU: {test: LTU}, BLEU: {test: LEU},
	BEQF: {test: EQF}, BNEF: {test: NEF}, BLTF: {test: LTF}, BNLTF: {LTF, true}, BLEF: {test: LEF}, BNLEF: {LEF, true},
	BEQS: {test: EQS}, BNES: {test: NES}, BNEI: {test: SUB}, BEQI: {SUB, true}, BRN: {SUB, true},
}

// branch returns the node of a branch, after those of both successors.
func (s *evaluator) branch(in *Ins, op Op, flip bool) int {
	t := s.reg(in.A) // result of comparing two words
	if op != SUB {
		t = s.test(op, t, s.reg(in.B))
	}
	if t.what != tested || op == SUB && in.Imm != 0 || len(s.stores) > 0 || s.result != nil {
		s.failed = true
		return 0
	}
	n := t.test
	n.Branch = true
	form := &s.found.form
	at := len(form.Nodes)
	form.Nodes = append(form.Nodes, n)
	regs, base, calls := maps.Clone(s.regs), s.base, slices.Clone(s.calls)
	yes := s.eval(target(in))
	s.regs, s.base, s.calls = regs, base, calls
	no := s.eval(after(in))
	if flip {
		yes, no = no, yes
	}
	if !s.failed {
		form.Nodes[at].Yes, form.Nodes[at].No = yes, no
	}
	return at
}

// returned returns the node of a result.
func (s *evaluator) returned(in *Ins) int {
	form := &s.found.form
	if in.Op == RETX && s.result != nil && len((*Words)(in.Aux).At) == 2 {
		*s.result = s.reg((*Words)(in.Aux).At[0]) // a string
		return 0
	}
	v := s.reg(in.A)
	n := v.test
	switch {
	case in.Op == RET0:
		s.failed = len(form.Nodes) > 0 || !s.exchanges()
		return 0
	case in.Op != RETN || len(s.stores) > 0:
		s.failed = true
	case s.result != nil:
		*s.result = symValue{what: value, word: s.number(v)}
	case v.what == number:
		n = elements.Node{Op: elements.Constant, Imm: v.at}
	case v.what == length:
		n = elements.Node{Op: elements.Length}
	case v.what != tested:
		s.failed = true
	}
	form.Nodes = append(form.Nodes, n)
	return len(form.Nodes) - 1
}

// exchanges checks that the stores exchange words, and records the words.
func (s *evaluator) exchanges() bool {
	for _, x := range s.stores {
		to, from := x.to, x.to
		if from.Second = !to.Second; x.from != from || to.Deep || !slices.Contains(s.stores, store{from, to}) {
			return false
		}
		if !to.Second {
			s.found.form.Swaps = append(s.found.form.Swaps, to)
		}
	}
	return len(s.stores) > 0
}

// tests maps instructions to their comparisons.
var tests = map[Op]elements.Op{
	LT: elements.Less, LE: elements.LessEqual, EQ: elements.Equal, NE: elements.Unequal,
	LTU: elements.UnsignedLess, LEU: elements.UnsignedLessEqual,
	LTF: elements.FloatLess, LEF: elements.FloatLessEqual, EQF: elements.FloatEqual, NEF: elements.FloatUnequal,
	LTS: elements.TextLess, LES: elements.TextLessEqual, EQS: elements.TextEqual, NES: elements.TextUnequal,
}

// test compares two words.
func (s *evaluator) test(op Op, a, b symValue) symValue {
	test := tests[op]
	v, w := a.word, b.word
	if test.OfText() {
		s.failed = s.failed || a.what != value || b.what != value || !v.Text || !w.Text
	} else {
		v, w = s.number(a), s.number(b)
	}
	return symValue{what: tested, test: elements.Node{Op: test, A: v, B: w}}
}

// number returns a value as a word that is a number.
func (s *evaluator) number(v symValue) elements.Word {
	switch {
	case v.what == value && !v.word.Text:
		return v.word
	case v.what == number:
		return termOf(elements.Fixed, elements.Word{}, elements.Word{}, v.at)
	case v.what == tested && v.test.Op == elements.Difference && !v.test.Three:
		return termOf(elements.Minus, v.test.A, v.test.B, 0)
	}
	s.failed = true
	return v.word
}

func termOf(op elements.Arith, a, b elements.Word, imm int64) elements.Word {
	return elements.Word{Kind: layout.I64, Term: &elements.Term{Op: op, A: a, B: b, Imm: imm}}
}

// terms maps instructions to their operations, on one register, on two, and on one and a constant.
var terms = [3]map[Op]elements.Arith{
	{NEG: elements.Negative, NEGF: elements.FloatNegative, ITOF: elements.Float, SQRT: elements.Root},
	{
		ADD: elements.Plus, SUB: elements.Minus, MUL: elements.Times, ADDF: elements.FloatPlus,
		SUBF: elements.FloatMinus, MULF: elements.FloatTimes, DIVF: elements.FloatQuotient,
	},
	{
		ADDI: elements.Plus, MULI: elements.Times, ADDFI: elements.FloatPlus, MULFI: elements.FloatTimes,
		DIVFI: elements.FloatQuotient,
	},
}

// term computes a number from words, and reports whether in does so.
func (s *evaluator) term(in *Ins, b, c symValue) bool {
	for operands, ops := range terms {
		op, ok := ops[in.Op]
		if !ok {
			continue
		}
		v, w := s.number(b), elements.Word{}
		switch operands {
		case 1:
			w = s.number(c)
		case 2:
			w = s.number(symValue{what: number, at: in.Imm})
		}
		s.set(in.A, symValue{what: value, word: termOf(op, v, w, 0)})
		return true
	}
	return false
}

// step executes one instruction symbolically.
func (s *evaluator) step(in *Ins) {
	b, c := s.reg(in.B), s.reg(in.C)
	switch in.Op {
	case NOP, POLL:
	case LDI:
		s.set(in.A, symValue{what: number, at: in.Imm})
	case LDP:
		s.set(in.A, symValue{what: pointer, of: in.Aux})
	case ADDP:
		s.part(in.A, b, in.Imm)
	case IXARR:
		s.failed = s.failed || c.what != number || uint64(c.at) >= uint64(in.Imm)>>32
		s.part(in.A, b, c.at*(in.Imm&0xffffffff))
	case MOVN, MOVP:
		s.set(in.A, b)
	case MOV2:
		n := s.reg(in.B + 8)
		s.set(in.A, b)
		s.set(in.A+8, n)
	case LDFREE:
		v := symValue{what: capturedNumber, at: in.Imm}
		if in.B != 0 {
			v.what = captured
		}
		s.set(in.A, v)
		s.failed = s.failed || len(s.calls) > 0 // captured by another function
	case LT, LE, EQ, NE, LTU, LEU, LTF, LEF, EQF, NEF, LTS, LES, EQS, NES:
		s.set(in.A, s.test(in.Op, b, c))
	case CMPF:
		b = s.test(LTF, b, c)
		b.test.Three = true
		s.set(in.A, b)
	case SUB:
		s.subtract(in.A, b, c)
	case CALLM:
		s.method(in)
	case DATA: // the results of the preceding call
	default:
		if in.Op == NEG && b.what == tested && b.test.Three {
			b.test.A, b.test.B = b.test.B, b.test.A
			s.set(in.A, b)
		} else if !s.term(in, b, c) {
			s.memory(in, b, c)
		}
	}
}

// memory executes a load or store.
func (s *evaluator) memory(in *Ins, b, c symValue) {
	switch in.Op {
	case IXADDR:
		s.element(in, b, c, uintptr(in.Imm), 0, symValue{what: address})
	case IX2, IXF64, IXFPTR:
		s.element(in, b, c, uintptr(in.Imm)&0xffffffff, uintptr(in.Imm>>32), loads[in.Op])
	case LDPTR, LD2, LD8, LD16, LD32, LD64, LDU8, LDU16, LDU32:
		s.load(in, b)
	case ST8, ST16, ST32, ST64, STPTR, ST2:
		s.store(in, b)
	case IX8, IX16, IX32, IX64, IXU8, IXU16, IXU32, IXPTR:
		v := loads[in.Op]
		s.element(in, b, c, v.word.Kind.Size(), 0, v)
	case SX8, SX16, SX32, SX64, SXPTR:
		v := stored[in.Op]
		if to := s.place(in, b, c, v.Size(), 0); !s.failed {
			s.put(to, s.reg(in.A), v, false)
		}
	default:
		s.failed = true
	}
}

// loads maps loads to the values that they load.
var loads = map[Op]symValue{
	IX2: textLoaded, LD2: textLoaded, IXFPTR: pointerLoaded, IXPTR: pointerLoaded, LDPTR: pointerLoaded,
	IXF64: numberOf(layout.I64), IX64: numberOf(layout.I64), LD64: numberOf(layout.I64),
	IX32: numberOf(layout.I32), LD32: numberOf(layout.I32), IX16: numberOf(layout.I16), LD16: numberOf(layout.I16),
	IX8: numberOf(layout.I8), LD8: numberOf(layout.I8), IXU32: numberOf(layout.U32), LDU32: numberOf(layout.U32),
	IXU16: numberOf(layout.U16), LDU16: numberOf(layout.U16), IXU8: numberOf(layout.U8), LDU8: numberOf(layout.U8),
}

var (
	textLoaded    = symValue{what: value, word: elements.Word{Text: true, Kind: layout.Pointer}}
	pointerLoaded = symValue{what: address, word: elements.Word{Kind: layout.Pointer, Deep: true}}
)

// stored maps stores to the kinds of the values that they store.
var stored = map[Op]layout.Kind{
	ST8: layout.U8, SX8: layout.U8, ST16: layout.U16, SX16: layout.U16, ST32: layout.U32, SX32: layout.U32,
	ST64: layout.I64, SX64: layout.I64, STPTR: layout.Pointer, SXPTR: layout.Pointer, ST2: layout.Pointer,
}

func numberOf(k layout.Kind) symValue { return symValue{what: value, word: elements.Word{Kind: k}} }

func (s *evaluator) subtract(to uint32, b, c symValue) {
	switch {
	case b.what == tested && c.what == tested && b.test.Orders() && b.test.Op == c.test.Op && !c.test.Three &&
		b.test.A == c.test.B && b.test.B == c.test.A:
		v := c // c < b is canonical
		v.test.Three = true
		s.set(to, v)
	default:
		s.set(to, symValue{what: tested, test: elements.Node{Op: elements.Difference, A: s.number(b), B: s.number(c)}})
	}
}

// place returns the word of an element of size bytes at off.
func (s *evaluator) place(in *Ins, b, c symValue, size, off uintptr) elements.Word {
	n := s.reg(in.B + 8)
	at, form := s.found.slice, &s.found.form
	if b.what == captured && n.what == capturedNumber { // a slice captured by value
		at = sliceAt{how: byWords, data: b.at, n: n.at}
	} else if b.what != data || n.what != length {
		s.failed = true
	}
	known := s.found.slice.how != noSlice
	if c.what != anIndex || form.Size != 0 && form.Size != size || known && s.found.slice != at {
		s.failed = true
	}
	s.found.slice, form.Size = at, size
	return elements.Word{Second: c.second, At: [2]uintptr{off}}
}

// element loads a word of an element, or computes its address.
func (s *evaluator) element(in *Ins, b, c symValue, size, off uintptr, v symValue) {
	w := s.place(in, b, c, size, off)
	v.word.Second, v.word.At = w.Second, w.At
	s.loaded(in, s.forward(v))
}

// loaded sets the result of a load.
func (s *evaluator) loaded(in *Ins, v symValue) {
	s.set(in.A, v)
	if v.word.Text {
		s.set(in.A+8, lengthOf(v.word))
	}
}

// lengthOf returns the length of a string.
func lengthOf(w elements.Word) symValue {
	if w.Deep || w.Method != nil {
		w.At[1] += 8
	} else {
		w.At[0] += 8
	}
	w.Text, w.Kind = false, layout.I64
	return symValue{what: value, word: w}
}

// forward returns the value that has been stored at the place that v would be loaded from.
func (s *evaluator) forward(v symValue) symValue {
	if len(s.stores) == 0 || v.what == address && !v.word.Deep {
		return v
	}
	i := slices.IndexFunc(s.stores, func(o store) bool {
		return o.to.Second == v.word.Second && o.to.At[0] == v.word.At[0]
	})
	if i < 0 || v.what != address {
		s.failed = true
		return v
	}
	v.word.Second = s.stores[i].from.Second
	return v
}

// follow records that the code dereferences a pointer in an element, and returns the word at off behind it.
func (s *evaluator) follow(w elements.Word, off int64) elements.Word {
	if !w.Deep {
		w.At[0] += uintptr(off)
		return w
	}
	s.found.form.Follow(elements.Word{Second: w.Second, Deep: true, At: [2]uintptr{w.At[0]}})
	w.At[1] += uintptr(off)
	return w
}

// part computes the address at offset off from another one.
func (s *evaluator) part(to uint32, of symValue, off int64) {
	if s.failed = s.failed || of.what != address; !s.failed {
		of.word = s.follow(of.word, off)
		s.set(to, of)
	}
}

func (s *evaluator) load(in *Ins, b symValue) {
	delete(s.regs, s.base+in.A)
	if (b.what == captured || b.what == pointer) && in.Op == LD2 {
		at := sliceAt{how: byAddress, data: b.at, n: in.Imm}
		if b.what == pointer {
			at = sliceAt{how: ofVariable, of: b.of, n: in.Imm}
		}
		s.failed = s.failed || s.found.slice.how != noSlice && s.found.slice != at
		s.found.slice = at
		s.set(in.A, symValue{what: data})
		s.set(in.A+8, symValue{what: length})
		return
	}
	v := loads[in.Op]
	switch {
	case (b.what == captured || b.what == pointer) && in.Op == LD64: // capacity of the slice
		return
	case b.what != address || len(s.stores) > 0 || b.word.Deep && v.word.Deep:
		s.failed = true
		return
	}
	w := s.follow(b.word, in.Imm)
	v.word.Second, v.word.At = w.Second, w.At
	v.word.Deep = v.word.Deep || w.Deep
	s.loaded(in, v)
}

func (s *evaluator) store(in *Ins, b symValue) {
	v := s.reg(in.A)
	switch {
	case b.what != address:
		s.failed = true
	case b.word.Deep: // only one index is recorded per element
		if v.what != anIndex || in.Op != ST64 || v.second == b.word.Second || len(s.stores) == 0 {
			s.failed = true
			return
		}
		w := s.follow(b.word, in.Imm)
		w.Kind, w.Text = layout.I64, false
		s.found.form.Marks = append(s.found.form.Marks, elements.Mark{To: w, Second: v.second})
	default:
		s.put(s.follow(b.word, in.Imm), v, stored[in.Op], in.Op == ST2)
	}
}

// put records the store of a word of one element into the other.
func (s *evaluator) put(to elements.Word, v symValue, k layout.Kind, text bool) {
	from := v.word
	isWord := v.what == value && !from.Deep || v.what == address && from.Deep && from.At[1] == 0
	alike := from.Text == text && from.Kind.Size() == k.Size() &&
		(from.Kind == layout.Pointer) == (k == layout.Pointer)
	if !isWord || !alike || from.Method != nil || from.Term != nil || len(s.found.form.Marks) > 0 {
		s.failed = true
		return
	}
	from.Deep, from.Kind, to.Deep, to.Kind, from.Text, to.Text = false, k, false, k, text, text
	if k == layout.Pointer {
		from.At[1], to.At[1] = 0, 0
	}
	s.stores = append(s.stores, store{to, from})
}

// method executes a call of a method of an interface that is an element or in one. Its effect is found for each
// dynamic type.
func (s *evaluator) method(in *Ins) {
	x := (*CallSite)(in.Aux)
	typ, of := s.reg(in.C), s.reg(uint32(in.Imm))
	w := typ.word
	held := elements.Word{Second: w.Second, Kind: layout.Pointer, Deep: true, At: [2]uintptr{w.At[0] + 8}}
	s.failed = s.failed || typ.what != value || !w.Wide() || w.Deep || w.Method != nil || w.Term != nil ||
		of.what != address || of.word != held || len(x.At) > 0 || x.Empty || len(s.stores) > 0 || s.result != nil
	to, results := in.A, x.Type.results
	switch {
	case len(results) == 1 && !results[0].Kind.Pointer():
		w.Kind = results[0].Kind
	case len(results) == 2 && results[0].Pair:
		to, w.Kind, w.Text = (*Words)(after(in).Aux).At[0], layout.Pointer, true
	default:
		s.failed = true
	}
	find := func(first uintptr) *elements.Word { return x.returns(first, w.Kind, w.Text) }
	w.Method = &elements.Method{Find: find, Of: x.Method}
	s.found.form.Follow(w)
	s.set(to, symValue{what: value, word: w})
	if w.Text {
		s.set(to+8, lengthOf(w))
	}
}

// returns finds the word that the method returns for interfaces with the first word first, if that is all it does.
func (x *CallSite) returns(first uintptr, kind layout.Kind, text bool) *elements.Word {
	h := x.find(first)
	if h.how == 3 || h.how == 4 {
		return nil
	}
	h.fn.compileOnce() // it will be called in any case
	var v symValue
	s := &evaluator{found: &recognized{}, regs: map[uint32]symValue{}, result: &v}
	if h.how == 0 {
		s.set(h.at, symValue{what: address})
	} else {
		s.values(h.fn.Sig.Recv, h.fn.Sig.RecvAt, false)
	}
	s.eval(h.fn.entry.Load())
	w := v.word
	ways := slices.DeleteFunc(s.found.form.Ways, func(o elements.Word) bool { return w.Deep && o.At[0] == w.At[0] })
	alike := w.Text == text && (w.Kind == kind || w.Wide() && !text && !kind.Narrow())
	if s.failed || v.what != value || !alike || len(ways) > 0 {
		return nil
	}
	return &w
}
