package rt

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
)

// Complex returns re + im·i, because the interpreter has no complex constants.
func Complex(re, im float64) complex128 { return complex(re, im) }

// Uint64 returns hi·2³² + lo, because the interpreter has no constants beyond int64.
func Uint64(hi, lo int) uint64 { return uint64(hi)<<32 | uint64(lo) }

// Runes returns the characters of a string and where they begin.
func Runes(s string) (at []int, list []rune) {
	for i, c := range s {
		at, list = append(at, i), append(list, c)
	}
	return at, list
}

// Print is the builtin print.
func (r *Runtime) Print(args ...any) { r.print(args, "") }

// Println is the builtin println.
func (r *Runtime) Println(args ...any) { r.print(args, " ") }

func (r *Runtime) print(args []any, sep string) {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = printed(reflect.ValueOf(bridge.Unwrap(a)))
	}
	text := strings.Join(parts, sep)
	if sep != "" {
		text += "\n"
	}
	if r.Stderr != nil {
		// Standard error that cannot be written to is no reason to stop a cell.
		_, _ = fmt.Fprint(r.Stderr, text)
	}
}

// printed writes a value as Go's runtime does.
func printed(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "(0x0,0x0)" // an interface
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.String:
		return v.String()
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case reflect.Complex64, reflect.Complex128:
		return strconv.FormatComplex(v.Complex(), 'g', -1, v.Type().Bits())
	case reflect.Slice:
		return fmt.Sprintf("[%d/%d]%#x", v.Len(), v.Cap(), v.Pointer())
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return fmt.Sprintf("%#x", v.Pointer())
	}
	if v.CanInt() {
		return strconv.FormatInt(v.Int(), 10)
	}
	if v.CanUint() {
		return strconv.FormatUint(v.Uint(), 10)
	}
	return fmt.Sprint(v)
}

// Joined is fmt.Sprint for values whose types cells declare: between two of them is a space when neither is a
// string.
func Joined(list ...any) string {
	var b strings.Builder
	after := true // a string, or nothing
	for _, v := range list {
		x := Unbox(bare(v))
		isString := x != nil && reflect.TypeOf(x).Kind() == reflect.String
		if !after && !isString {
			b.WriteByte(' ')
		}
		fmt.Fprint(&b, v)
		after = isString
	}
	return b.String()
}
