package neon

import (
	"fmt"
	"slices"
)

// V is a virtual vector register of a function.
type V int

// R is a general register, by its number.
type R int

// String spells r as Go's assembler does.
func (r R) String() string { return fmt.Sprintf("R%d", int(r)) }

// general registers that functions may use: R18 is the platform's, R26 to R31 are Go's and the machine's.
var generals = []R{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25}

// instruction is a vector instruction, a line of Go's assembler, or a label.
type instruction struct {
	op    string // key of specs
	v     []V
	r     []R
	imm   int
	line  string
	label string
	jump  string // the label to which line may branch
}

// Func is a function under construction.
type Func struct {
	file   *File
	name   string
	params []param
	code   []instruction
	free   []R
	count  int // of virtual registers
	frame  int // bytes

	pool    R // the address of the constants, once loaded
	pooled  bool
	hoisted map[uint64]V // constants kept in registers throughout
	kept    []uint64     // those to be hoisted
	used    []uint64     // all constants, by first use
}

// Reg returns a general register that nothing else uses.
func (f *Func) Reg() R {
	if len(f.free) == 0 {
		panic(f.name + ": no general register is left")
	}
	r := f.free[0]
	f.free = f.free[1:]
	return r
}

// Free gives general registers back.
func (f *Func) Free(r ...R) { f.free = append(f.free, r...) }

// Vec returns a new vector register.
func (f *Func) Vec() V {
	f.count++
	return V(f.count - 1)
}

// G adds a line of Go's assembler.
func (f *Func) G(format string, args ...any) {
	f.code = append(f.code, instruction{line: fmt.Sprintf(format, args...)})
}

// Label adds a label.
func (f *Func) Label(name string) { f.code = append(f.code, instruction{label: name}) }

// Jump adds a branch, such as B or BLT, or CBZ with its register, to a label.
func (f *Func) Jump(branch, label string) {
	f.code = append(f.code, instruction{line: branch + " " + label, jump: label})
}

// Do adds the vector instruction op on v.
func (f *Func) Do(op string, v ...V) { f.DoImm(op, 0, v...) }

// DoImm is Do with a number: the bits of a shift, the index of an element.
func (f *Func) DoImm(op string, imm int, v ...V) {
	f.code = append(f.code, instruction{op: f.known(op), v: v, imm: imm})
}

// known returns op if it exists.
func (f *Func) known(op string) string {
	if _, ok := specs[op]; !ok {
		panic("no instruction " + op)
	}
	return op
}

// Op returns a new register that op on v sets.
func (f *Func) Op(op string, v ...V) V { return f.OpImm(op, 0, v...) }

// OpImm is Op with a number.
func (f *Func) OpImm(op string, imm int, v ...V) V {
	to := f.Vec()
	f.DoImm(op, imm, append([]V{to}, v...)...)
	return to
}

// Mem adds a load or store of v: at imm bytes behind r[0], or at r[1] bytes behind it.
func (f *Func) Mem(op string, v V, imm int, r ...R) {
	f.code = append(f.code, instruction{op: f.known(op), v: []V{v}, r: r, imm: imm})
}

// Load returns what is at imm bytes behind r.
func (f *Func) Load(op string, imm int, r ...R) V {
	v := f.Vec()
	f.Mem(op, v, imm, r...)
	return v
}

// Pair adds a load or store of two vectors at imm bytes behind r.
func (f *Func) Pair(op string, v, w V, imm int, r R) {
	f.code = append(f.code, instruction{op: f.known(op), v: []V{v, w}, r: []R{r}, imm: imm})
}

// Zero returns a vector of zeros.
func (f *Func) Zero() V { return f.Op("zero") }

// Copy returns a register of its own with what v has, for an instruction that adds to it.
func (f *Func) Copy(v V) V { return f.Op("mov.16b", v) }

// Spread returns a vector whose elements, of an arrangement, are all r.
func (f *Func) Spread(as string, r R) V {
	to := f.Vec()
	f.code = append(f.code, instruction{op: f.known("dupx." + as), v: []V{to}, r: []R{r}})
	return to
}

// Extract sets r to an element, of the size s or d, of v.
func (f *Func) Extract(size string, r R, v V, index int) {
	f.code = append(f.code, instruction{op: f.known("umov." + size), v: []V{v}, r: []R{r}, imm: index})
}

// Const returns a register that has the 64 bits twice. Nothing may write to it.
func (f *Func) Const(bits uint64) V {
	if v, ok := f.hoisted[bits]; ok {
		return v
	}
	return f.ConstCopy(bits)
}

// ConstCopy is Const for an instruction that writes to it.
func (f *Func) ConstCopy(bits uint64) V {
	if !slices.Contains(f.used, bits) {
		f.used = append(f.used, bits)
	}
	return f.Load("ldr.q", f.file.constant([2]uint64{bits, bits}), f.pool)
}

// Words returns a register that has two words of 64 bits, loaded where it is used.
func (f *Func) Words(low, high uint64) V {
	return f.Load("ldr.q", f.file.constant([2]uint64{low, high}), f.pool)
}

// Hoist loads where the constants begin, and as many constants into registers as the function has room for. It comes
// before the first constant is used, outside of loops.
func (f *Func) Hoist() {
	f.pool, f.pooled = f.Reg(), true
	f.G("MOVD $constants<>(SB), %v", f.pool)
	for _, bits := range f.kept {
		f.hoisted[bits] = f.ConstCopy(bits)
	}
}

// Local returns the address of so many bytes in the function's frame.
func (f *Func) Local(bytes int) R {
	r := f.Reg()
	f.G("MOVD $room-%d(SP), %v", f.frame+bytes, r)
	f.frame += bytes
	return r
}
