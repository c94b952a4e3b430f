package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const kernelsSample = `package kernels

//cpu:real log2=math.Log2,preciseLog2 exp=math.Exp

//cpu:complex exp=cmplx.Exp

//cpu:unary number
func neg[T Number](x T) T { return -x }
`

// TestLoops generates the functions, loops and tables of a small package.
func TestLoops(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "unary.go"), []byte(kernelsSample), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := loops(dir); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "zz_loops.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"func exp[T Float](x T) T {\n\treturn T(math.Exp(float64(x)))\n}",
		"\tif unsafe.Sizeof(x) == 8 {\n\t\treturn T(preciseLog2(float64(x)))\n\t}\n\treturn T(math.Log2(float64(x)))\n",
		"func expComplex[T Complex](x T) T {\n\treturn T(cmplx.Exp(complex128(x)))\n}",
		"var Exp = Unary{\n\tF32:  expLoop[float32],\n\tF64:  expLoop[float64],\n\tC64:  expComplexLoop[complex64],",
		"var Log2 = Unary{\n\tF32: log2Loop[float32],\n\tF64: log2Loop[float64],\n}",
		"var Neg = Unary{\n\tI8:   negLoop[int8],",
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("without %s:\n%s", want, b)
		}
	}
	if strings.Contains(string(b), "var ExpComplex") {
		t.Error("the loops of complex numbers have a table of their own")
	}
}
