package vm

import (
	"maps"
	"slices"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// A seer finds what the code of a function does with two elements, by running it with what is known of registers in
// the place of their values.
type seer struct {
	plain  *plain
	regs   map[uint32]sight
	stores []plainStore
	steps  int
	failed bool // the code does something else
}

// sight is what is known of a register, by what it holds.
type sight struct {
	what   uint8
	word   plainWord      // a word, or the address of one
	second bool           // of an index
	at     int64          // where a captured word is; a number
	of     unsafe.Pointer // a pointer that is known
	test   plainNode
}

// What registers hold.
const (
	unseen   = iota
	anIndex  // one of the two
	data     // the pointer of the slice
	length   // its length
	captured // a captured pointer
	capNum   // a captured number
	pointer  // one that is known
	address  // of a word of an element
	value    // a word of an element
	number   // a constant
	tested   // the result of a comparison
)

const mostSteps = 128

// values says where a call with two elements has their words.
func (s *seer) values(leaves []layout.Leaf, a, b []uint32) {
	for i, l := range leaves {
		w := plainWord{kind: l.Kind, text: l.Pair, at: [2]uintptr{l.Off}}
		v := sight{what: value, word: w}
		switch {
		case l.Kind == layout.Box:
			v.what = address
		case l.Kind == layout.Pointer && !l.Pair:
			v.what, v.word.deep = address, true
		}
		s.regs[a[i]] = v
		v.word.second = true
		s.regs[b[i]] = v
	}
}

// look follows the code from in on and returns its node.
func (s *seer) look(in *Ins) int {
	for ; !s.failed; in = (*Ins)(unsafe.Add(unsafe.Pointer(in), insSize)) {
		if s.steps++; s.steps > mostSteps || len(s.plain.nodes) > 16 {
			break
		}
		for in.Op == JMP || in.Op == JMPB {
			if in = target(in); s.steps > mostSteps {
				break
			}
			s.steps++
		}
		switch in.Op {
		case RETN:
			return s.returned(s.regs[in.A])
		case RET0:
			s.failed = len(s.plain.nodes) > 0 || !s.plain.exchanges(s.stores)
			return 0
		}
		if op, flip, ok := branchOf(in.Op); ok {
			return s.branch(in, op, flip)
		}
		s.step(in)
	}
	s.failed = true
	return 0
}

func target(in *Ins) *Ins { return (*Ins)(unsafe.Add(unsafe.Pointer(in), int(int32(in.C)))) }

// branchOf returns the comparison that a branch makes; flip says that it goes when that does not hold.
func branchOf(op Op) (test Op, flip, ok bool) {
	switch op {
	case BEQ:
		return EQ, false, true
	case BNE:
		return NE, false, true
	case BLT:
		return LT, false, true
	case BLE:
		return LE, false, true
	case BLTU:
		return LTU, false, true
	case BLEU:
		return LEU, false, true
	case BEQF:
		return EQF, false, true
	case BNEF:
		return NEF, false, true
	case BLTF, BNLTF:
		return LTF, op == BNLTF, true
	case BLEF, BNLEF:
		return LEF, op == BNLEF, true
	case BNEI, BEQI:
		return SUB, op == BEQI, true
	case BEQS:
		return EQS, false, true
	case BNES:
		return NES, false, true
	}
	return 0, false, false
}

// branch makes the node of a branch and those after it.
func (s *seer) branch(in *Ins, op Op, flip bool) int {
	t := s.regs[in.A] // how two words compare
	if op != SUB {
		t = s.test(op, t, s.regs[in.B])
	} else if !t.test.three || in.Imm != 0 {
		s.failed = true
	}
	if t.what != tested || len(s.stores) > 0 {
		s.failed = true
		return 0
	}
	n := t.test
	n.branch = true
	at := len(s.plain.nodes)
	s.plain.nodes = append(s.plain.nodes, n)
	regs := maps.Clone(s.regs)
	yes := s.look(target(in))
	s.regs = regs
	no := s.look((*Ins)(unsafe.Add(unsafe.Pointer(in), insSize)))
	if flip {
		yes, no = no, yes
	}
	if !s.failed {
		s.plain.nodes[at].yes, s.plain.nodes[at].no = yes, no
	}
	return at
}

// returned makes the node of a result.
func (s *seer) returned(v sight) int {
	n := v.test
	switch {
	case len(s.stores) > 0:
		s.failed = true
	case v.what == number:
		n = plainNode{op: LDI, imm: v.at}
	case v.what == length:
		n = plainNode{op: MOVN}
	case v.what != tested:
		s.failed = true
	}
	s.plain.nodes = append(s.plain.nodes, n)
	return len(s.plain.nodes) - 1
}

// test compares two words.
func (s *seer) test(op Op, a, b sight) sight {
	if a.what != value || b.what != value || a.word.text != b.word.text || a.word.text != isTextOp(op) ||
		a.word.kind.Narrow() != b.word.kind.Narrow() {
		s.failed = true
		return sight{}
	}
	return sight{what: tested, test: plainNode{op: op, a: a.word, b: b.word}}
}

func isTextOp(op Op) bool { return op == LTS || op == LES || op == EQS || op == NES }

// step follows one instruction.
func (s *seer) step(in *Ins) {
	b, c := s.regs[in.B], s.regs[in.C]
	switch in.Op {
	case NOP, POLL:
	case LDI:
		s.regs[in.A] = sight{what: number, at: in.Imm}
	case LDP:
		s.regs[in.A] = sight{what: pointer, of: in.Aux}
	case ADDP:
		s.part(in.A, b, in.Imm)
	case IXARR:
		s.failed = s.failed || c.what != number || uint64(c.at) >= uint64(in.Imm)>>32
		s.part(in.A, b, c.at*(in.Imm&0xffffffff))
	case MOVN, MOVP:
		s.regs[in.A] = b
	case MOV2:
		s.regs[in.A], s.regs[in.A+8] = b, s.regs[in.B+8]
	case LDFREE:
		s.regs[in.A] = sight{what: capNum, at: in.Imm}
		if in.B != 0 {
			s.regs[in.A] = sight{what: captured, at: in.Imm}
		}
	case LT, LE, EQ, NE, LTU, LEU, LTF, LEF, EQF, NEF, LTS, LES, EQS, NES:
		s.regs[in.A] = s.test(in.Op, b, c)
	case CMPF:
		b = s.test(LTF, b, c)
		b.test.three = true
		s.regs[in.A] = b
	case SUB:
		s.subtract(in.A, b, c)
	case NEG:
		if s.failed = s.failed || b.what != tested || !b.test.three; !s.failed {
			b.test.a, b.test.b = b.test.b, b.test.a
			s.regs[in.A] = b
		}
	case IXADDR:
		s.element(in, b, c, uintptr(in.Imm), 0, sight{what: address})
	case IX2, IXF64, IXFPTR:
		s.element(in, b, c, uintptr(in.Imm)&0xffffffff, uintptr(in.Imm>>32), loads[in.Op])
	case LDPTR, LD2, LD8, LD16, LD32, LD64, LDU8, LDU16, LDU32:
		s.load(in, b)
	case ST8, ST16, ST32, ST64, STPTR, ST2:
		s.store(in, b)
	case IX8, IX16, IX32, IX64, IXU8, IXU16, IXU32, IXPTR:
		v := loads[in.Op]
		s.element(in, b, c, widthOf(v.word.kind), 0, v)
	case SX8, SX16, SX32, SX64, SXPTR:
		v := stored[in.Op]
		if to := s.place(in, b, c, widthOf(v), 0); !s.failed {
			s.put(to, s.regs[in.A], v, false)
		}
	default:
		s.failed = true
	}
}

// loads are what instructions load.
var loads = map[Op]sight{
	IX2: textLoaded, LD2: textLoaded, IXFPTR: pointerLoaded, IXPTR: pointerLoaded, LDPTR: pointerLoaded,
	IXF64: numberOf(layout.I64), IX64: numberOf(layout.I64), LD64: numberOf(layout.I64),
	IX32: numberOf(layout.I32), LD32: numberOf(layout.I32), IX16: numberOf(layout.I16), LD16: numberOf(layout.I16),
	IX8: numberOf(layout.I8), LD8: numberOf(layout.I8), IXU32: numberOf(layout.U32), LDU32: numberOf(layout.U32),
	IXU16: numberOf(layout.U16), LDU16: numberOf(layout.U16), IXU8: numberOf(layout.U8), LDU8: numberOf(layout.U8),
}

var (
	textLoaded    = sight{what: value, word: plainWord{text: true, kind: layout.Pointer}}
	pointerLoaded = sight{what: address, word: plainWord{kind: layout.Pointer, deep: true}}
)

// stored are the kinds of what instructions store.
var stored = map[Op]layout.Kind{
	ST8: layout.U8, SX8: layout.U8, ST16: layout.U16, SX16: layout.U16, ST32: layout.U32, SX32: layout.U32,
	ST64: layout.I64, SX64: layout.I64, STPTR: layout.Pointer, SXPTR: layout.Pointer, ST2: layout.Pointer,
}

func numberOf(k layout.Kind) sight { return sight{what: value, word: plainWord{kind: k}} }

// widthOf returns how many bytes a word of a kind takes.
func widthOf(k layout.Kind) uintptr {
	switch k {
	case layout.I8, layout.U8:
		return 1
	case layout.I16, layout.U16:
		return 2
	case layout.I32, layout.U32, layout.F32:
		return 4
	}
	return 8
}

// orders says whether a test is a comparison whose other direction completes it.
func (n *plainNode) orders() bool { return !n.three && (n.op == LT || n.op == LTU || n.op == LTS) }

// wide says whether a word is a number that fills a register.
func (w *plainWord) wide() bool { return !w.text && !w.kind.Narrow() }

func (s *seer) subtract(to uint32, b, c sight) {
	switch {
	case b.what == tested && c.what == tested && b.test.orders() && b.test.op == c.test.op && !c.test.three &&
		b.test.a == c.test.b && b.test.b == c.test.a:
		v := c // c < b counts as less
		v.test.three = true
		s.regs[to] = v
	case b.what == value && c.what == value && b.word.wide() && c.word.wide():
		s.regs[to] = sight{what: tested, test: plainNode{op: SUB, a: b.word, b: c.word}}
	default:
		s.failed = true
	}
}

// place returns the word of an element of size bytes at off.
func (s *seer) place(in *Ins, b, c sight, size, off uintptr) plainWord {
	n := s.regs[in.B+8]
	at := s.plain.slice
	if b.what == captured && n.what == capNum { // a slice that is captured as it is
		at = sliceAt{how: byWords, data: b.at, n: n.at}
	} else if b.what != data || n.what != length {
		s.failed = true
	}
	known := s.plain.slice.how != noSlice
	if c.what != anIndex || s.plain.size != 0 && s.plain.size != size || known && s.plain.slice != at {
		s.failed = true
	}
	s.plain.slice, s.plain.size = at, size
	return plainWord{second: c.second, at: [2]uintptr{off}}
}

// element loads a word of an element, or takes the address of it.
func (s *seer) element(in *Ins, b, c sight, size, off uintptr, v sight) {
	w := s.place(in, b, c, size, off)
	v.word.second, v.word.at = w.second, w.at
	s.regs[in.A] = s.forward(v)
}

// forward returns what has been stored where v would be loaded from.
func (s *seer) forward(v sight) sight {
	if len(s.stores) == 0 || v.what == address && !v.word.deep {
		return v
	}
	i := slices.IndexFunc(s.stores, func(o plainStore) bool {
		return o.to.second == v.word.second && o.to.at[0] == v.word.at[0]
	})
	if i < 0 || v.what != address {
		s.failed = true
		return v
	}
	v.word.second = s.stores[i].from.second
	return v
}

// follow notes that the code follows a pointer of an element, and returns where the word at off behind it is.
func (s *seer) follow(w plainWord, off int64) plainWord {
	if !w.deep {
		w.at[0] += uintptr(off)
		return w
	}
	p := plainWord{second: w.second, at: [2]uintptr{w.at[0]}}
	if !slices.Contains(s.plain.deep, p) {
		s.plain.deep = append(s.plain.deep, p)
	}
	w.at[1] += uintptr(off)
	return w
}

// part takes the address of what is at off behind another.
func (s *seer) part(to uint32, of sight, off int64) {
	if s.failed = s.failed || of.what != address; !s.failed {
		of.word = s.follow(of.word, off)
		s.regs[to] = of
	}
}

func (s *seer) load(in *Ins, b sight) {
	delete(s.regs, in.A)
	if (b.what == captured || b.what == pointer) && in.Op == LD2 {
		at := sliceAt{how: byAddress, data: b.at, n: in.Imm}
		if b.what == pointer {
			at = sliceAt{how: ofVariable, of: b.of, n: in.Imm}
		}
		s.failed = s.failed || s.plain.slice.how != noSlice && s.plain.slice != at
		s.plain.slice = at
		s.regs[in.A], s.regs[in.A+8] = sight{what: data}, sight{what: length}
		return
	}
	v := loads[in.Op]
	switch {
	case (b.what == captured || b.what == pointer) && in.Op == LD64: // its capacity
		return
	case b.what != address || len(s.stores) > 0 || b.word.deep && v.word.deep:
		s.failed = true
		return
	}
	w := s.follow(b.word, in.Imm)
	v.word.second, v.word.at = w.second, w.at
	v.word.deep = v.word.deep || w.deep
	s.regs[in.A] = v
}

func (s *seer) store(in *Ins, b sight) {
	v := s.regs[in.A]
	switch {
	case b.what != address:
		s.failed = true
	case b.word.deep: // an element notes its index
		if v.what != anIndex || in.Op != ST64 || v.second == b.word.second || len(s.stores) == 0 {
			s.failed = true
			return
		}
		w := s.follow(b.word, in.Imm)
		w.kind, w.text = layout.I64, false
		s.plain.marks = append(s.plain.marks, plainMark{w, v.second})
	default:
		s.put(s.follow(b.word, in.Imm), v, stored[in.Op], in.Op == ST2)
	}
}

// put stores a word of one element in the other.
func (s *seer) put(to plainWord, v sight, k layout.Kind, text bool) {
	from := v.word
	isWord := v.what == value && !from.deep || v.what == address && from.deep && from.at[1] == 0
	alike := from.text == text && widthOf(from.kind) == widthOf(k) &&
		(from.kind == layout.Pointer) == (k == layout.Pointer)
	if !isWord || !alike || len(s.plain.marks) > 0 {
		s.failed = true
		return
	}
	from.deep, from.kind, to.deep, to.kind, from.text, to.text = false, k, false, k, text, text
	if k == layout.Pointer {
		from.at[1], to.at[1] = 0, 0
	}
	s.stores = append(s.stores, plainStore{to, from})
}
