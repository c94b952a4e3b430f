package gorun

import (
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// widths are the integer types with their sizes in bits, negative for unsigned types.
var widths = []struct {
	name string
	bits int
}{
	{"int8", 8},
	{"int16", 16},
	{"int32", 32},
	{"int64", 64},
	{"int", 64},
	{"uint8", -8},
	{"uint16", -16},
	{"uint32", -32},
	{"uint64", -64},
	{"uint", -64},
	{"uintptr", -64},
}

// integers uses every operation on integers of type T that has its own instruction.
const integers = `
type S_T struct { pad int8; v T; w [3]T }
func do_T() {
	vs := []T{VALUES}
	var h uint64
	m := map[T]T{}
	var s S_T
	p := &s
	for i, x := range vs {
		for j, y := range vs {
			sum(&h, uint64(x+y)); sum(&h, uint64(x-y)); sum(&h, uint64(x*y))
			sum(&h, uint64(x&y)); sum(&h, uint64(x|y)); sum(&h, uint64(x^y)); sum(&h, uint64(x&^y))
			if y != 0 {
				sum(&h, uint64(x/y)); sum(&h, uint64(x%y))
				s.v = x; s.v /= y; p.w[j%3] = x; p.w[j%3] %= y
				sum(&h, uint64(s.v)+uint64(s.w[j%3]))
			}
			if x < y { sum(&h, 1) }
			if x <= y { sum(&h, 2) }
			if x > y { sum(&h, 3) }
			if x >= y { sum(&h, 4) }
			if x == y { sum(&h, 5) }
			if x != y { sum(&h, 6) }
			if b := x < y || x == y; !b { sum(&h, 7) }
			m[x] += y; m[y]++
			s.v += x; s.w[i%3] -= y; p.v <<= uint(j); p.w[1] ^= x; p.w[2] |= y; p.w[0] &^= x
			a := [2]T{x, y}; a[j&1]--
			sum(&h, uint64(a[0]*a[1])); sum(&h, uint64(min(x, y, 3))+uint64(max(x, y)))
		}
		for _, c := range []uint8{0, 1, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255} {
			sum(&h, uint64(x<<c)); sum(&h, uint64(x>>c)); sum(&h, uint64(1<<c+x))
			d := int16(c)
			sum(&h, uint64(x<<d)^uint64(x>>d))
			s.v = x; s.v >>= c
			sum(&h, uint64(s.v))
		}
		SHIFTS
		sum(&h, uint64(-x)); sum(&h, uint64(^x)); sum(&h, uint64(+x))
		x++; sum(&h, uint64(x)); x--; x += 3; x *= 5; x -= 7; x /= 3; x %= 11; x &= 13; x |= 4; x ^= 9
		sum(&h, uint64(x))
	}
	fmt.Println("T", h, len(m), s, m[1], m[7])
	CONVERSIONS
	fmt.Println(h)
	func() { defer func() { fmt.Println(recover()) }(); z := vs[0]; fmt.Println(vs[1] / z) }()
	func() { defer func() { fmt.Println(recover()) }(); n := -1; fmt.Println(vs[1] << n) }()
}
`

// numbersOf returns a program that uses these operations on all numeric types.
func numbersOf() string {
	var b, calls strings.Builder
	b.WriteString("package main\nimport (\"fmt\"; \"math\")\nfunc sum(h *uint64, n uint64) { *h = *h*1099511628211 ^ n }\n")
	for _, t := range widths {
		var shifts, conversions strings.Builder
		for _, c := range []int{0, 1, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 200} {
			fmt.Fprintf(&shifts, "sum(&h, uint64(x<<%d)); sum(&h, uint64(x>>%d))\n", c, c)
		}
		for _, d := range []int{1, 3, 7, 8, 10, 100} {
			fmt.Fprintf(&shifts, "sum(&h, uint64(vs[i]/%d)); sum(&h, uint64(vs[i]%%%d))\n", d, d)
		}
		for _, u := range widths {
			fmt.Fprintf(&conversions, "for _, x := range vs { sum(&h, uint64(%[1]s(x))); var a any = %[1]s(x); sum(&h, uint64(a.(%[1]s))); "+
				"sum(&h, uint64(%[1]s(x)+%[1]s(x>>1))) }\n", u.name)
		}
		for _, u := range []string{"float32", "float64"} {
			fmt.Fprintf(&conversions, "for _, x := range vs { f := %[1]s(x); fmt.Print(f, -f, f*f/3, \" \"); if f > -100 && f < 100 { fmt.Print(T(f)) } }\n", u)
		}
		b.WriteString(strings.NewReplacer("SHIFTS", shifts.String(), "VALUES", values(t.bits), "CONVERSIONS",
			strings.ReplaceAll(conversions.String(), "T(", t.name+"("), "S_T", "S_"+t.name, "do_T", "do_"+t.name, "T", t.name).Replace(integers))
		calls.WriteString("do_" + t.name + "()\n")
	}
	for _, t := range []string{"float32", "float64"} {
		b.WriteString(strings.NewReplacer("do_T", "do_"+t, "T", t).Replace(floats))
		calls.WriteString("do_" + t + "()\n")
	}
	for t, other := range map[string]string{"complex64": "complex128", "complex128": "complex64"} {
		b.WriteString(strings.NewReplacer("do_T", "do_"+t, "T", t, "OTHER", other).Replace(complexes))
	}
	return b.String() + "func main() {\n" + calls.String() + "do_complex64()\ndo_complex128()\n}\n"
}

// values returns the limits of a type's range, and some values between.
func values(bits int) string {
	one := big.NewInt(1)
	top := func(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }
	less := func(n *big.Int) *big.Int { return new(big.Int).Sub(n, one) }
	if bits < 0 {
		return fmt.Sprint("0, 1, 2, 3, 7, 100, ", less(top(-bits)), ", ", top(-bits-1), ", ", less(top(-bits-1)), ", ", top(-bits-2))
	}
	return fmt.Sprint("0, 1, -1, 2, -3, 7, 100, -", top(bits-1), ", ", less(top(bits-1)), ", ", top(bits-2))
}

const floats = `
func do_T() {
	vs := []T{0, 1, -1, 0.1, 1.5, -2.75, 1e10, 3e-20, 16777217, T(math.Inf(1)), T(math.NaN()), T(math.Copysign(0, -1))}
	n := 0
	var st struct { a T; b [2]T }
	m := map[T]int{}
	var acc T
	for i, x := range vs {
		for j, y := range vs {
			fmt.Print(x+y, x-y, x*y, x/y, " ")
			if x < y { n++ }
			if x <= y { n += 2 }
			if x > y { n += 4 }
			if x >= y { n += 8 }
			if x == y { n += 16 }
			if x != y { n += 32 }
			if !(x < y) { n += 64 }
			if !(x >= y) { n += 128 }
			m[x]++; m[x*y]++
			st.a += x/3; st.b[j&1] -= y; st.b[i&1] *= 1.1
			if x == x && x < 1e9 { acc += T(x*y) + x }
			fmt.Print(min(x, y), max(x, y, 1))
		}
		if x > -100 && x < 100 {
			fmt.Print(int8(x), int64(x), int16(x*2), float32(x)*float32(x), float64(x)/3, math.Sqrt(float64(x*x)), uint8(x*x), " ")
		}
	}
	fmt.Println(n, len(m), st, acc, m[1], m[0])
}
`

const complexes = `
func do_T() {
	vs := []T{0, 1, 1i, -1+2i, 0.1-0.7i, 3e5+1e-5i}
	m := map[T]int{}
	var s struct { a int8; c T; d [2]T }
	for i, x := range vs {
		for j, y := range vs {
			fmt.Print(x+y, x-y, x*y, x == y, x != y, " ")
			if y != 0 { fmt.Print(x/y) }
			m[x*y]++; s.c += x; s.d[j&1] *= y; s.d[i&1] -= x
			if x == y { m[y] += 10 }
		}
		var a any = x
		fmt.Print(real(x), imag(x), -x, complex(imag(x), real(x)), OTHER(x), a == any(vs[0]), a.(T), " ")
	}
	p := &s
	p.c, p.d[0] = p.d[0], p.c
	p.d[1] = complex(real(p.c), 2)
	fmt.Println(len(m), s, m[1], m[1i])
}
`

// TestNumbers compares numbers with those of "go run".
func TestNumbers(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "numbers.go")
	if err := os.WriteFile(file, []byte(numbersOf()), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command(tool, "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GORUN_PROGRAM="+file)
	got, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	gotLines, wantLines := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("line %d: %s, want %s", i+1, gotLines[i], wantLines[i])
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Fatalf("%d lines, want %d", len(gotLines), len(wantLines))
	}
}
