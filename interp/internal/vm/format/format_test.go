package format

import (
	"fmt"
	"math"
	"reflect"
	"testing"
)

// formatted is what the pieces of a format write for a value, and whether they are known.
func formatted(format string, v any) (string, bool) {
	r := reflect.ValueOf(v)
	pieces := Parse(format, []Value{{Kind: r.Kind()}})
	if pieces == nil {
		return "", false
	}
	var b []byte
	for i := range pieces {
		p := &pieces[i]
		b = append(b, p.Text...)
		switch {
		case p.Spec == "":
		case p.IsText():
			b = p.AppendText(b, r.String())
		default:
			b = p.AppendNumber(b, bits(r))
		}
	}
	return string(b), true
}

// bits returns a number as AppendNumber takes it.
func bits(v reflect.Value) int64 {
	switch {
	case v.Kind() == reflect.Float32:
		return int64(math.Float32bits(float32(v.Float())))
	case v.CanFloat():
		return int64(math.Float64bits(v.Float()))
	case v.CanUint():
		return int64(v.Uint())
	case v.Kind() == reflect.Bool && v.Bool():
		return 1
	case v.CanInt():
		return v.Int()
	}
	return 0
}

// TestFormats compares texts with those of package fmt, for all verbs, flags and types, known or not.
func TestFormats(t *testing.T) {
	values := []any{
		0, 7, -42, math.MinInt64, math.MaxInt64, int8(-128), int16(300), int32(-5), rune('é'), rune(0x110000),
		uint(0), uint8(200),
		uint16(65535), uint32(1 << 31), uint64(math.MaxUint64), uintptr(48879), "", "añ\"b\n\xff", "日本", true, false,
		0.0, math.Copysign(0, -1), 1.0, -2.5, 1e6, 1e20, 1e21, 1e-5, 123456.789, math.Pi, math.Inf(1), math.Inf(-1),
		math.NaN(),
		float32(0.1), float32(16777216), float32(math.Inf(1)), math.MaxFloat64, math.SmallestNonzeroFloat64,
	}
	known := map[rune]int{}
	for _, flags := range []string{"", "-", "0", "+", " ", "#", "-0", "00"} {
		for _, width := range []string{"", "1", "5", "23", "1001"} {
			for _, prec := range []string{"", ".", ".0", ".2", ".17"} {
				for _, verb := range "vdxXobcqstfFeEgGUpTé" {
					for _, v := range values {
						format := "a%%b%" + flags + width + prec + string(verb) + "ü%%"
						got, ok := formatted(format, v)
						if !ok {
							continue
						}
						known[verb]++
						if want := fmt.Sprintf(format, v); got != want {
							t.Fatalf("%q of %v (%T): %q, want %q", format, v, v, got, want)
						}
					}
				}
			}
		}
	}
	for _, verb := range "vdxXobcqstfFeg" {
		if known[verb] == 0 {
			t.Errorf("%%%c is never known", verb)
		}
	}
	for _, format := range []string{"", "%", "%d%", "%d %d", "%[1]d", "%*d", "%!", "%-", "%5"} {
		if _, ok := formatted(format, 1); ok {
			t.Errorf("%q is known", format)
		}
	}
}

func FuzzFormats(f *testing.F) {
	f.Add("%5d|%%", int64(-3), 2.5, "x")
	f.Add("é%-8.3fü", int64(0), math.NaN(), "")
	f.Add("%08.3g%q", int64(1), 1e22, "\xffé")
	f.Fuzz(func(t *testing.T, format string, i int64, x float64, s string) {
		for _, v := range []any{i, uint32(i), uint8(i), x, float32(x), s, i > 0} {
			if got, ok := formatted(format, v); ok && got != fmt.Sprintf(format, v) {
				t.Errorf("%q of %v (%T): %q, want %q", format, v, v, got, fmt.Sprintf(format, v))
			}
		}
	})
}
