package goabi

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"unsafe"
)

// SelfTest compares the assumptions of this package with compiled code. An error means that this release of Go
// represents values differently, and that the package must not be used.
func SelfTest() error {
	return errors.Join(
		testInterfaces(), testDirect(), testMemory(), testMaps(), testAssertion(), testFuncs(), testGoroutine(), testFrames(),
		testRWMutex(),
	)
}

type testPair struct{ a, b int }

type testAdder interface {
	Add(int) int
	Base() int
}

func (p *testPair) Add(n int) int { return p.a + p.b + n }
func (p *testPair) Base() int     { return p.a }

func testInterfaces() error {
	p := &testPair{3, 4}
	typ, data := Unpack(p)
	t := reflect.TypeFor[*testPair]()
	var x testAdder = p
	w := (*Words)(unsafe.Pointer(&x))
	inter := reflect.TypeFor[testAdder]()
	switch {
	case typ != TypeWord(t), TypeOf(typ) != t:
		return errors.New("goabi: the first word of an interface is not its type")
	case data != unsafe.Pointer(p), Any(typ, data) != any(p):
		return errors.New("goabi: the second word of an interface is not its value")
	case w[0] != Itab(inter, t), ItabType(w[0]) != typ, x.Add(1) != 8: // an uncalled method would not be linked
		return errors.New("goabi: the first word of an interface with methods is not its itab")
	}
	add := ItabMethod(w[0], 0)
	if got := (*(*func(unsafe.Pointer, int) int)(unsafe.Pointer(&add)))(w[1], 5); got != 12 {
		return fmt.Errorf("goabi: a method called through an interface returned %d, want 12", got)
	}
	return nil
}

func testDirect() error {
	n := 1
	one := [1]*int{&n}
	wrapped := struct{ p *int }{&n}
	after := struct {
		_ [0]string
		_ struct{}
		p *int
	}{p: &n}
	for _, c := range []struct {
		x    any
		want bool
	}{
		{&n, true},
		{map[int]int{}, true},
		{make(chan int), true},
		{testDirect, true},
		{one, true},
		{wrapped, true},
		{after, true},
		{struct {
			p *int
			_ struct{} // the last field, so it is padded
		}{p: &n}, false},
		{unsafe.Pointer(&n), true},
		{n, false},
		{"a", false},
		{[]int{1}, false},
		{testPair{}, false},
		{struct{}{}, false},
	} {
		t := reflect.TypeOf(c.x)
		if Direct(t) != c.want {
			return fmt.Errorf("goabi: Direct(%v) is %v", t, !c.want)
		}
		if !c.want {
			continue
		}
		if _, data := Unpack(c.x); data == nil {
			return fmt.Errorf("goabi: an interface does not hold a %v itself", t)
		}
	}
	for _, x := range []any{one, wrapped, after, &n} {
		if _, data := Unpack(x); data != unsafe.Pointer(&n) {
			return fmt.Errorf("goabi: an interface does not hold a %T itself", x)
		}
	}
	return nil
}

func testMemory() error {
	str := TypeWord(reflect.TypeFor[string]())
	p := New(str)
	s := "text"
	Move(str, p, unsafe.Pointer(&s))
	grown := Grow(str, Slice{p, 1, 1}, 2, 1)
	if *(*string)(p) != s || grown.Len != 2 || grown.Cap < 2 || *(*string)(grown.Data) != s {
		return errors.New("goabi: wrong results of New, Move or Grow")
	}
	return nil
}

func testMaps() error {
	m := map[string]int{"a": 1}
	typ, data := Unpack(m)
	key, elem := "b", 2
	MapSet(typ, data, unsafe.Pointer(&key), unsafe.Pointer(&elem))
	got := MapGet(typ, data, unsafe.Pointer(&key))
	*(*int)(MapPlaceText(typ, data, "c")) = 3
	halves := map[rune]int{7: 1}
	halvesType, halvesData := Unpack(halves)
	*(*int)(MapPlaceHalf(halvesType, halvesData, 8)) = 2
	p := MapGetHalf(halvesType, halvesData, 7)
	if p == nil || *(*int)(p) != 1 || halves[8] != 2 || MapGetHalf(halvesType, halvesData, 9) != nil {
		return errors.New("goabi: wrong results of maps with 4-byte keys")
	}
	if made := *(*map[rune]int)(unsafe.Pointer(new(NewMap(halvesType, 100)))); made == nil || len(made) != 0 {
		return errors.New("goabi: wrong result of NewMap")
	}
	numbers := map[int]*int{7: nil}
	numbersType, numbersData := Unpack(numbers)
	*(**int)(MapPlaceNumber(numbersType, numbersData, 8)) = &elem
	has := func(k uint64) bool { return MapGetNumber(numbersType, numbersData, k) != nil }
	if !has(7) || has(9) || numbers[8] != &elem {
		return errors.New("goabi: wrong results of maps with 8-byte keys")
	}
	byText, absent := MapGetText(typ, data, "c"), MapGetText(typ, data, "d")
	if byText == nil || *(*int)(byText) != 3 || m["c"] != 3 || absent != nil || !HasTextKeys(reflect.TypeOf(m)) {
		return errors.New("goabi: wrong results of maps with string keys")
	}
	delete(m, "c")
	if m["b"] != 2 || got == nil || *(*int)(got) != 2 {
		return errors.New("goabi: wrong results of MapGet or MapSet")
	}
	if unsafe.Sizeof(current{}) > unsafe.Sizeof(MapIter{}) {
		return errors.New("goabi: map iterators are smaller than expected")
	}
	var it MapIter
	it.Reset(reflect.ValueOf(m))
	seen := map[string]int{}
	for it.Next() {
		key, elem := it.At()
		if key == nil || elem == nil || it.Key().String() != *(*string)(key) {
			return errors.New("goabi: a map iterator is not at the expected entry")
		}
		seen[*(*string)(key)] = *(*int)(elem)
	}
	if !maps.Equal(seen, m) {
		return errors.New("goabi: a map iterator did not return all entries")
	}
	MapDelete(typ, data, unsafe.Pointer(&key))
	if len(m) != 1 || MapGet(typ, data, unsafe.Pointer(&key)) != nil {
		return errors.New("goabi: MapDelete did not delete an entry")
	}
	return nil
}

func testAssertion() (err error) {
	var x any = 3
	defer func() {
		want, ok := recover().(error)
		got := AssertionError(reflect.TypeFor[any](), reflect.TypeFor[int](), reflect.TypeFor[testAdder]())
		if !ok || got.Error() != want.Error() {
			err = fmt.Errorf("goabi: an assertion fails with %q, not %q", got, want)
		}
	}()
	_ = x.(testAdder)
	return nil
}
