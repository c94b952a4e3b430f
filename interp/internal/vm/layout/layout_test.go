package layout

import (
	"math"
	"reflect"
	"testing"
	"unsafe"
)

type (
	small struct {
		a int8
		b string
		c float32
		d *int
	}
	large struct {
		a          [3]int
		b          small
		c          any
		d, e, f, g uint16
	}
)

// TestRegisters puts values into registers and back into memory: what comes out is what went in. Registers hold
// numbers filled by their sign, and no other value's word.
func TestRegisters(t *testing.T) {
	n := 5
	s := small{-1, "é", 0.1, &n}
	for _, v := range []any{
		true, int8(-3), int16(-300), int32(math.MinInt32), int64(math.MinInt64), -1, uint8(200), uint16(65535),
		uint32(math.MaxUint32), uint64(math.MaxUint64), uintptr(7), float32(-0.5), math.Inf(-1), complex64(1 + 2i),
		3 - 4i,
		"text",
		[]int{1, 2, 3},
		&n,
		map[string]int{"a": 1},
		[4]string{"a", "", "b"},
		[0]int{},
		struct{}{},
		s,
		struct {
			e any
			f error
		}{e: s},
		large{[3]int{1, 2, 3}, s, "x", 1, 2, 3, 4},
	} {
		typ := reflect.TypeOf(v)
		leaves := Leaves(typ)
		place := Place{P: 1, N: 1}
		at := place.Add(leaves)
		seen := map[uint32]bool{}
		for i, r := range at {
			if seen[r] || (r%SlotSize == 0) != leaves[i].Kind.Pointer() {
				t.Errorf("%s: word %d, of kind %d, is in register %d", typ, i, leaves[i].Kind, r)
			}
			seen[r] = true
		}
		frame := make([]struct {
			p unsafe.Pointer
			n uint64
		}, max(place.P, place.N)+1)
		fp := unsafe.Pointer(&frame[0])
		from, to := reflect.New(typ), reflect.New(typ)
		from.Elem().Set(reflect.ValueOf(v))
		Load(fp, at, from.UnsafePointer(), leaves)
		Store(to.UnsafePointer(), fp, at, leaves)
		if !reflect.DeepEqual(to.Elem().Interface(), v) {
			t.Errorf("%s: %v becomes %v", typ, v, to.Elem())
		}
		if len(leaves) == 1 && reflect.ValueOf(v).CanInt() && *num(fp, at[0]) != reflect.ValueOf(v).Int() {
			t.Errorf("%s: the register of %v holds %d", typ, v, *num(fp, at[0]))
		}
		Zero(fp, at, leaves)
		if Store(to.UnsafePointer(), fp, at, leaves); !to.Elem().IsZero() {
			t.Errorf("%s: zero is %v", typ, to.Elem())
		}
	}
}
