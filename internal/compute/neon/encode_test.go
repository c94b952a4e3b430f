package neon

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestEncode has another assembler encode each instruction that there is, with any registers and numbers.
func TestEncode(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var spelled []string
	var words []uint32
	for _, s := range specs {
		for range 20 {
			v := []int{r.IntN(32), r.IntN(32), r.IntN(32)}
			if s.form == pair {
				v[1] = (v[0] + 1) % 32 // one register cannot be loaded twice
			}
			any := func() R { return generals[r.IntN(len(generals))] }
			word, text := s.encode(v, []R{any(), any()}, number(r, s))
			spelled, words = append(spelled, text), append(words, word)
		}
	}
	for i, word := range assemble(t, spelled) {
		if word != words[i] {
			t.Errorf("%s is %08x, want %08x", spelled[i], words[i], word)
		}
	}
}

// number returns one that an instruction may have.
func number(r *rand.Rand, s spec) int {
	lanes := map[string]int{"s": 4, "d": 2, "h": 8, "b": 16}
	switch s.form {
	case shift:
		return 1 + r.IntN(map[string]int{"16b": 8, "8h": 16, "4s": 32, "2d": 64}[s.as[0]]-1)
	case element, lane:
		return r.IntN(lanes[letter(s.as[0])])
	case extract:
		return r.IntN(lanes[s.as[1]])
	case joined:
		return r.IntN(16)
	case memory:
		return s.scale() * r.IntN(4096)
	case pair:
		return 16 * (r.IntN(127) - 64)
	}
	return 0
}

// TestAllocate checks the registers that programs get.
func TestAllocate(t *testing.T) {
	begin := func() *Func { return &Func{file: NewFile("p", "test"), name: "f"} }
	t.Run("loop", func(t *testing.T) { // what a loop reads again is not written over in it
		f := begin()
		kept, sum := f.Zero(), f.Zero()
		f.Label("loop")
		f.Do("fadd.4s", sum, sum, kept)
		other := f.Op("fmul.4s", sum, sum)
		f.Do("fadd.4s", sum, sum, other)
		f.Jump("B", "loop")
		n, err := f.allocate()
		if err != nil || n[other] == n[kept] || n[other] == n[sum] || n[kept] == n[sum] {
			t.Errorf("%v, %v", n, err)
		}
	})
	t.Run("copy", func(t *testing.T) { // a copy of what is needed no more stays where it is, another one does not
		f := begin()
		x := f.Zero()
		first := f.Copy(x)
		f.Do("fmla.4s", first, x, x)
		second := f.Copy(first)
		f.Do("fmla.4s", second, second, second)
		n, err := f.allocate()
		if err != nil || n[first] == n[x] || n[second] != n[first] {
			t.Errorf("%v, %v", n, err)
		}
	})
	t.Run("many", func(t *testing.T) {
		f := begin()
		var all []V
		for range 33 {
			all = append(all, f.Zero())
		}
		for _, v := range all {
			f.Do("fadd.4s", v, v, v)
		}
		if _, err := f.allocate(); err == nil || !strings.Contains(err.Error(), "more than 32") {
			t.Errorf("33 vectors at once: %v", err)
		}
	})
	t.Run("unset", func(t *testing.T) {
		f := begin()
		f.Do("fmla.4s", f.Vec(), f.Zero(), f.Zero())
		if _, err := f.allocate(); err == nil || !strings.Contains(err.Error(), "reads what nothing has set") {
			t.Errorf("a sum that begins nowhere: %v", err)
		}
	})
}

// TestLayout places arguments and results as go vet expects them in Go's assembly: each at a multiple of its size,
// results from a multiple of eight on.
func TestLayout(t *testing.T) {
	for signature, want := range map[string][]int{
		"(n int, y, x *float32, a float32)":                    {0, 8, 16, 24, 28},
		"(n int, m, r float32) float32":                        {0, 8, 12, 16, 20},
		"(mask uint32, old *float64, b uint32) (s, t float32)": {0, 8, 16, 24, 28, 32},
		"(n int, x *float32) (m float32, nan int)":             {0, 8, 16, 24, 32},
	} {
		params, total := layout(signature)
		var got []int
		for _, p := range params {
			got = append(got, p.offset)
		}
		if got = append(got, total); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", signature, got, want)
		}
	}
}
