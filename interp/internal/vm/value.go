package vm

import (
	"math"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// large is the number of bytes above which the host is asked for memory.
const large = 16 << 20

// room asks the host for n elements of size bytes. Invalid sizes are left to fail in Go.
func (h *Host) room(n int64, size uintptr) {
	if h.Room != nil && n > 0 && size > 0 && n > large/int64(size) {
		h.Room(int(n), int(size))
	}
}

// AskRoom returns the helper that asks the host for n elements of size bytes.
func AskRoom(n int64, size uintptr) *Helper {
	return &Helper{"ask for room", func(m *Machine, _ unsafe.Pointer) { m.host.room(n, size) }}
}

// IsLarge reports whether a value of size bytes needs AskRoom before it is made.
func IsLarge(size int64) bool { return size > large }

// grown returns the capacity of the result of append for n elements and a slice of capacity k, approximately, for
// large slices.
func grown(n, k int64) int64 { return max(n, k+k/4) }

// reserve executes RESERVE if the slice must grow.
func (m *Machine) reserve(in *Ins, fp unsafe.Pointer) {
	x := (*AppendInfo)(in.Aux)
	l, k, p := *num(fp, in.B+8), *num(fp, x.Cap), *ptr(fp, in.B)
	n := l + in.Imm
	if uint64(n) > uint64(k) { // or negative: too many
		m.host.room(grown(n, k), x.Size)
		old := goabi.Slice{Data: p, Len: int(l), Cap: int(k)}
		s := goabi.Slice{}
		if x.Leaves && uintptr(k)*x.Size >= minCached {
			s = m.arrays.grow(x, old, int(n))
		} else {
			s = goabi.Grow(x.Elem, old, int(n), int(in.Imm))
		}
		p, k = s.Data, int64(s.Cap)
	}
	*ptr(fp, in.A), *num(fp, in.A+8), *num(fp, x.To) = p, n, k
	*ptr(fp, in.C) = unsafe.Add(p, uintptr(l)*x.Size)
}

func (m *Machine) appendSlice(in *Ins, fp unsafe.Pointer) {
	x := (*AppendInfo)(in.Aux)
	p, l, k := *ptr(fp, in.B), *num(fp, in.B+8), *num(fp, x.Cap)
	q, n := *ptr(fp, in.C), *num(fp, in.C+8)
	if uint64(l+n) > uint64(k) {
		m.host.room(grown(l+n, k), x.Size)
		s := goabi.Grow(x.Elem, goabi.Slice{Data: p, Len: int(l), Cap: int(k)}, int(l+n), int(n))
		p, k = s.Data, int64(s.Cap)
	}
	if n > 0 {
		to := goabi.Slice{Data: unsafe.Add(p, uintptr(l)*x.Size), Len: int(n), Cap: int(n)}
		goabi.CopySlice(x.Elem, to, goabi.Slice{Data: q, Len: int(n), Cap: int(n)})
	}
	*ptr(fp, in.A), *num(fp, in.A+8), *num(fp, x.To) = p, l+n, k
}

func (m *Machine) makeSlice(in *Ins, fp unsafe.Pointer) {
	l, k := *num(fp, in.B), *num(fp, in.C)
	size := goabi.TypeOf(in.Aux).Size()
	most := int64(math.MaxInt64)
	if size > 0 {
		most = 1 << 47 / int64(size)
	}
	switch {
	case l < 0 || l > most:
		panicMakeLen()
	case k < l || k > most:
		panicMakeCap()
	}
	m.host.room(k, size)
	*ptr(fp, in.A), *num(fp, in.A+8), *num(fp, uint32(in.Imm)) = goabi.NewArray(in.Aux, int(k)), l, k
}

var minusOne = -1

func panicMakeLen() { _ = make([]byte, minusOne) }
func panicMakeCap() { _ = make([]byte, 0, minusOne) }

func (m *Machine) slice(in *Ins, fp unsafe.Pointer) {
	x := (*SliceInfo)(in.Aux)
	p := *ptr(fp, in.B)
	n, k := x.Len, x.Len
	switch x.Of {
	case OfSlice:
		n, k = *num(fp, in.B+8), *num(fp, x.Cap)
	case OfString:
		n = *num(fp, in.B+8)
		k = n
	case OfArray:
		m.checkNil(p)
	}
	lo, hi, most := int64(0), n, k
	if x.Lo != None {
		lo = *num(fp, x.Lo)
	}
	if x.Hi != None {
		hi = *num(fp, x.Hi)
	}
	if x.Max != None {
		most = *num(fp, x.Max)
	}
	if uint64(most) > uint64(k) || uint64(hi) > uint64(most) || uint64(lo) > uint64(hi) {
		x.outOfRange(lo, hi, most, n, k)
	}
	if most > lo && (x.Of != OfString || hi > lo) { // never a pointer past the end
		p = unsafe.Add(p, uintptr(lo)*x.Size)
	}
	*ptr(fp, in.A), *num(fp, in.A+8) = p, hi-lo
	if x.Of != OfString {
		*num(fp, x.To) = most - lo
	}
}

// outOfRange panics as Go does, which checks the last bound first.
func (x *SliceInfo) outOfRange(lo, hi, most, n, k int64) {
	which, bad := 0, lo
	switch {
	case uint64(most) > uint64(k):
		which, bad = 2, most
	case uint64(hi) > uint64(most):
		which, bad = 1, hi
	}
	if x.Signs[which] == Unsigned {
		beyond(x, which, uint64(bad), hi, most, n, k)
	}
	beyond(x, which, bad, hi, most, n, k)
}

// beyond panics by slicing zero-sized elements with the same bounds. The limit is the length for arrays and the
// capacity for slices.
func beyond[I int64 | uint64](x *SliceInfo, which int, bad I, hi, most, n, k int64) {
	s, text := make([]struct{}, n, k), unsafe.String((*byte)(unsafe.Pointer(&minusOne)), n)
	switch {
	case which == 2 && x.Of == OfArray && bad >= 0:
		panic(goabi.ArrayBound(int64(bad), int64(bad) < 0, n))
	case which == 2:
		_ = s[:0:bad]
	case which == 1 && x.Max != None:
		_ = s[:bad:most]
	case which == 1 && x.Of == OfSlice:
		_ = s[:bad]
	case which == 1:
		_ = text[:bad]
	case x.Max != None:
		_ = s[bad:hi:most]
	case x.Hi != None:
		_ = s[bad:hi]
	default:
		_ = s[bad:]
	}
	panic("vm: slice in range")
}

// makeInterface converts a value to an interface. Numbers below 256 need no allocation, as in Go.
func (m *Machine) makeInterface(in *Ins, fp unsafe.Pointer) {
	x := (*IfaceInfo)(in.Aux)
	var p unsafe.Pointer
	switch x.Form {
	case OneNumber:
		n := *num(fp, x.From[0])
		if uint64(n) < uint64(len(fewNumbers)) {
			p = unsafe.Pointer(&fewNumbers[n])
		} else {
			v := new(int64)
			*v, p = n, unsafe.Pointer(v)
		}
	case OneText:
		v := new(string)
		*v, p = *text(fp, x.From[0]), unsafe.Pointer(v)
	default:
		p = goabi.New(x.Type)
		layout.Store(p, fp, x.From, x.Leaves)
	}
	*num(fp, in.A), *ptr(fp, in.B) = int64(uintptr(x.Word)), p
}

var fewNumbers = func() (list [256]int64) {
	for i := range list {
		list[i] = int64(i)
	}
	return list
}()

// catBuffer is the memory behind the latest concatenation of strings. A concatenation that begins with it grows in
// place, so that adding to a string in a loop takes linear time. Nothing else uses the memory behind a string.
type catBuffer struct {
	p         unsafe.Pointer
	used, cap int
}

const (
	shortCat = 64      // shorter strings are always copied
	maxRoom  = 1 << 20 // largest number of spare bytes
)

func (m *Machine) concat(a, b string) string {
	n := len(a) + len(b)
	c := &m.cat
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	case n < shortCat:
		return a + b
	case unsafe.Pointer(unsafe.StringData(a)) != c.p || c.used != len(a):
		m.host.room(int64(n), 1)
		s := a + b
		*c = catBuffer{unsafe.Pointer(unsafe.StringData(s)), n, n}
		return s
	}
	if n > c.cap {
		m.host.room(int64(n), 1)
		nb := make([]byte, n+min(n, maxRoom))
		copy(nb, a)
		c.p, c.cap = unsafe.Pointer(&nb[0]), len(nb)
	}
	copy(unsafe.Slice((*byte)(c.p), n)[len(a):], b)
	c.used = n
	return unsafe.String((*byte)(c.p), n)
}
