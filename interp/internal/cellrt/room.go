package cellrt

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"io"
	"maps"
	"math"
	"math/big"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/session/memlimit"
)

// large is the number of bytes from which memory is checked before an allocation; the session monitors the sum of
// smaller ones.
const large = 1 << 24

// Room returns n, the number of elements of an allocation, if there is enough memory for it. Go cannot recover from a
// failed allocation.
func Room(n, size int) int {
	if n <= 0 || size <= 0 || n <= large/size {
		return n
	}
	if most := memlimit.Physical(); int64(n) > most/int64(size) || !memlimit.Fits(int64(n)*int64(size)) {
		if limit := memlimit.Limit(); limit > 0 {
			most = min(most, limit)
		}
		what := fmt.Sprintf("%d elements of %d bytes", n, size)
		if n == 1 || size == 1 {
			what = fmt.Sprintf("%d bytes", n*size)
		}
		panic(&Fault{Kind: "MemoryError", Msg: what + " do not fit: the memory limit is " + memlimit.Text(most)})
	}
	return n
}

// Roomy returns replacements for functions of the standard library that take the size of their result, or whose result
// may be far larger than their arguments; they check for memory first.
func Roomy() map[string]any {
	functions := results()
	maps.Copy(functions, map[string]any{
		"bytes.Repeat":   func(b []byte, n int) []byte { return bytes.Repeat(b, Room(n, len(b))) },
		"strings.Repeat": func(s string, n int) string { return strings.Repeat(s, Room(n, len(s))) },

		"(*bytes.Buffer).Grow":    func(b *bytes.Buffer, n int) { b.Grow(Room(n, 1)) },
		"(*strings.Builder).Grow": func(b *strings.Builder, n int) { b.Grow(Room(n, 1)) },
		"bufio.NewWriterSize":     func(w io.Writer, n int) *bufio.Writer { return bufio.NewWriterSize(w, Room(n, 1)) },

		"(*math/big.Int).Exp":    exp,
		"(*math/big.Int).Lsh":    lsh,
		"(*math/big.Int).SetBit": setBit,

		"reflect.MakeChan":        makeChan,
		"reflect.MakeMapWithSize": makeMap,
		"reflect.MakeSlice": func(t reflect.Type, n, most int) reflect.Value {
			elements(t, most, reflect.Slice)
			return reflect.MakeSlice(t, n, most)
		},
		"reflect.New":          func(t reflect.Type) reflect.Value { value(t); return reflect.New(t) },
		"reflect.Zero":         func(t reflect.Type) reflect.Value { value(t); return reflect.Zero(t) },
		"(reflect.Value).Grow": func(v reflect.Value, n int) { grow(v, n); v.Grow(n) },

		"image.NewAlpha":    pixels(1, image.NewAlpha),
		"image.NewAlpha16":  pixels(2, image.NewAlpha16),
		"image.NewCMYK":     pixels(4, image.NewCMYK),
		"image.NewGray":     pixels(1, image.NewGray),
		"image.NewGray16":   pixels(2, image.NewGray16),
		"image.NewNRGBA":    pixels(4, image.NewNRGBA),
		"image.NewNRGBA64":  pixels(8, image.NewNRGBA64),
		"image.NewRGBA":     pixels(4, image.NewRGBA),
		"image.NewRGBA64":   pixels(8, image.NewRGBA64),
		"image.NewPaletted": pixelsOf(1, image.NewPaletted),
		"image.NewYCbCr":    pixelsOf(3, image.NewYCbCr),
		"image.NewNYCbCrA":  pixelsOf(4, image.NewNYCbCrA),
	})
	return functions
}

// bits checks for memory for a number of a+b bits.
func bits(a, b uint64) {
	if b > math.MaxInt64-a {
		b = math.MaxInt64 - a
	}
	Room(int((a+b)/8), 1)
}

func lsh(z, x *big.Int, n uint) *big.Int {
	bits(uint64(x.BitLen()), uint64(n))
	return z.Lsh(x, n)
}

func setBit(z, x *big.Int, i int, b uint) *big.Int {
	bits(0, uint64(max(i, 0)))
	return z.SetBit(x, i, b)
}

func exp(z, x, y, m *big.Int) *big.Int {
	if n := uint64(x.BitLen()); (m == nil || m.Sign() == 0) && y.Sign() > 0 && n > 1 {
		most := uint64(math.MaxInt64)
		if y.IsUint64() && y.Uint64() < most/n {
			most = (n - 1) * y.Uint64()
		}
		bits(0, most)
	}
	return z.Exp(x, y, m)
}

// elements, value and grow check for memory for allocations of package reflect. Invalid arguments are left to
// reflect.
func elements(t reflect.Type, n int, k reflect.Kind) {
	if t != nil && t.Kind() == k {
		Room(n, int(t.Elem().Size()))
	}
}

func value(t reflect.Type) {
	if t != nil {
		Room(1, int(t.Size()))
	}
}

func grow(v reflect.Value, n int) {
	if v.Kind() == reflect.Slice {
		Room(n, int(v.Type().Elem().Size()))
	}
}

func makeChan(t reflect.Type, n int) reflect.Value {
	elements(t, n, reflect.Chan)
	return reflect.MakeChan(t, n)
}

func makeMap(t reflect.Type, n int) reflect.Value {
	if t != nil && t.Kind() == reflect.Map {
		Room(n, int(t.Key().Size()+t.Elem().Size()))
	}
	return reflect.MakeMapWithSize(t, n)
}

// pixels returns a function that creates images, with the given number of bytes per pixel.
func pixels[T any](size int, f func(image.Rectangle) T) func(image.Rectangle) T {
	return func(r image.Rectangle) T { area(r, size); return f(r) }
}

func pixelsOf[A, T any](size int, f func(image.Rectangle, A) T) func(image.Rectangle, A) T {
	return func(r image.Rectangle, a A) T { area(r, size); return f(r, a) }
}

func area(r image.Rectangle, size int) {
	if w, h := r.Dx(), r.Dy(); w > 0 && h > 0 && w <= math.MaxInt/size/h { // otherwise package image panics
		Room(w*h, size)
	}
}
