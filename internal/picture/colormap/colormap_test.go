package colormap

import (
	"image/color"
	"math"
	"testing"
)

// TestLCh checks that the values are those of CSS Color Module Level 4: white, black, and the OKLCh coordinates of
// red, lime and blue.
func TestLCh(t *testing.T) {
	for _, c := range []struct {
		l, c, h float64
		want    string
	}{
		{1, 0, 0, "#ffffff"},
		{0, 0, 0, "#000000"},
		{0.62796, 0.25768, 29.234, "#ff0000"},
		{0.86644, 0.29483, 142.495, "#00ff00"},
		{0.45201, 0.31321, 264.052, "#0000ff"},
	} {
		if got := Hex(LCh(c.l, c.c, c.h)); got != c.want {
			t.Errorf("LCh(%v, %v, %v) = %s, want %s", c.l, c.c, c.h, got, c.want)
		}
	}
}

// lightness is L* of CIE 1976, which OKLab does not know of.
func lightness(c color.NRGBA) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	y := 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
	if y <= 216.0/24389 {
		return y * 24389 / 27
	}
	return 116*math.Cbrt(y) - 16
}

// TestSequential checks that equal steps of the number are nearly equal steps of lightness.
func TestSequential(t *testing.T) {
	const n = 64
	lo, hi := lightness(Sequential(0)), lightness(Sequential(1))
	for i := 1; i <= n; i++ {
		step := lightness(Sequential(float64(i)/n)) - lightness(Sequential(float64(i-1)/n))
		if even := (hi - lo) / n; step < 0.3*even || step > 2*even {
			t.Errorf("step %d of lightness is %.2f, even ones would be %.2f", i, step, even)
		}
	}
	if lo > 25 || hi < 85 {
		t.Errorf("lightness from %.0f to %.0f uses little of what there is", lo, hi)
	}
}

// TestDiverging checks that both arms of the diverging map darken outwards, alike.
func TestDiverging(t *testing.T) {
	for i := 1; i <= 32; i++ {
		x := float64(i) / 32
		for _, sign := range []float64{-1, 1} {
			if lightness(Diverging(sign*x)) >= lightness(Diverging(sign*(x-1.0/32))) {
				t.Errorf("Diverging(%v) is not darker than its inner neighbour", sign*x)
			}
		}
		if d := lightness(Diverging(x)) - lightness(Diverging(-x)); math.Abs(d) > 8 {
			t.Errorf("lightness at ±%v differs by %.1f", x, d)
		}
	}
	if b, r := Diverging(-1), Diverging(1); b.B <= b.R || r.R <= r.B {
		t.Errorf("ends are %v and %v, want blue and red", b, r)
	}
}

func TestOutside(t *testing.T) {
	if Sequential(-1) != Sequential(0) || Sequential(2) != Sequential(1) || Diverging(5) != Diverging(1) {
		t.Error("numbers outside are not cut")
	}
	if Sequential(math.NaN()).A != 0 || Hex(Diverging(math.NaN())) != "none" {
		t.Error("NaN has a colour")
	}
}
