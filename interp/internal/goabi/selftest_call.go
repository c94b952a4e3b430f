package goabi

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"
)

// testFuncs calls compiled functions by shape.
func testFuncs() error {
	if !registers {
		return nil
	}
	var p testPair
	return errors.Join(
		testCall(mixed, "isfpiiff", []uint64{1, uint64(math.Float32bits(2)), math.Float64bits(3), 0, 8, 7, math.Float64bits(5), math.Float64bits(6)}, unsafe.Pointer(&p),
			func(r *Results) bool { return math.Float64frombits(r.N[0]) == 1+2+3+8+7+5+6 }),
		testCall(narrow, "ii", []uint64{300, 1<<40 | 7}, nil, func(r *Results) bool { return int8(r.N[0]) == 44 && uint8(r.N[1]) == 1 }),
		testCall(text, "pii", []uint64{0, 3, 2}, unsafe.Pointer(unsafe.StringData("abc")), func(r *Results) bool {
			return unsafe.String((*byte)(r.P[0]), r.N[1]) == "abcabc" && r.N[2] == 0 && r.P[3] == nil
		}),
		testCall(fails, "i", []uint64{6}, nil, func(r *Results) bool {
			err := error(testError(0))
			return r.P[0] == nil && r.N[1] == *(*uint64)(unsafe.Pointer(&err)) && *(*int)(r.P[2]) == 6
		}),
		testShort())
}

// testShort calls compiled functions with words in a frame.
func testShort() error {
	frame := [8]uint64{5: 1}
	fp := unsafe.Pointer(&frame)
	sub, sum := ShortFor(reflect.TypeFor[func(x, y float64) float64]()), ShortFor(reflect.TypeFor[func(string, string) uint8]())
	if sub == nil || sum == nil {
		return errors.New("goabi: no fast calls for common signatures")
	}
	frame[0], frame[1] = math.Float64bits(5), math.Float64bits(3)
	sub(FuncWord(difference), fp, []uint32{0, 8}, []uint32{16})
	words := struct {
		p unsafe.Pointer
		n int
		q unsafe.Pointer
		m int
		r uint64
	}{unsafe.Pointer(unsafe.StringData("abc")), 3, unsafe.Pointer(unsafe.StringData("d")), 1, 0}
	sum(FuncWord(bytesOf), unsafe.Pointer(&words), []uint32{0, 8, 16, 24}, []uint32{32})
	sub(FuncWord(difference), fp, []uint32{0, 8}, nil)
	if math.Float64frombits(frame[2]) != 2 || uint8(words.r) != 'c'+'d' || frame[5] != 1 {
		return errors.New("goabi: wrong results of fast calls")
	}
	return nil
}

//go:noinline
func difference(x, y float64) float64 { return x - y }

//go:noinline
func bytesOf(s, t string) uint8 { return s[2] + t[0] }

// testCall calls fn with the words of vals; all pointers among them are p.
func testCall(fn any, params string, vals []uint64, p unsafe.Pointer, ok func(*Results) bool) error {
	call, got, _ := CallerFor(reflect.TypeOf(fn))
	if call == nil || got != params {
		return fmt.Errorf("goabi: the words of %T are %q, not %q", fn, got, params)
	}
	var in Args
	ints, floats := 0, 0
	for i, w := range params {
		switch w {
		case 'p':
			in.Ints[ints] = uintptr(p)
			ints++
		case 'i':
			in.Ints[ints] = uintptr(vals[i])
			ints++
		default:
			in.Floats[floats] = math.Float64frombits(vals[i])
			floats++
		}
	}
	var out Results
	call(FuncWord(fn), &in, &out)
	if !ok(&out) {
		return fmt.Errorf("goabi: a call of %T by its shape gave %v", fn, out)
	}
	return nil
}

//go:noinline
func mixed(a int8, b float32, c float64, p *testPair, d uint16, e int, x struct{ f, g float64 }) float64 {
	p.b++
	return float64(a) + float64(b) + c + float64(d) + float64(e) + x.f + x.g
}

//go:noinline
func narrow(a, b int) (int8, bool) { return int8(a), b&(1<<40) != 0 }

//go:noinline
func text(s string, n int) (string, error) {
	var b []byte
	for range n {
		b = append(b, s...)
	}
	return string(b), nil
}

type testError int

func (testError) Error() string { return "" }

//go:noinline
func fails(n int) (*testPair, error) { return nil, testError(n) }
