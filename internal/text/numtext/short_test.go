package numtext

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// TestShortestHalves checks every positive finite half against the definition of its shortest text,
// in exact arithmetic: no decimal with fewer digits rounds to it, and of those with as many none that
// does is nearer.
func TestShortestHalves(t *testing.T) {
	for h := dtype.Half(1); h < 0x7c00; h++ {
		text := string(appendShort(nil, float64(h.Float32()), 'e', 16))
		got, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%q is no number", text)
		}
		digits := len(strings.ReplaceAll(text[:strings.IndexByte(text, 'e')], ".", ""))
		v := newInterval(h)
		if !v.holds(got) {
			t.Errorf("%s does not round to %v", text, v.value)
		}
		if digits > 1 && v.nearest(digits-1) != nil {
			t.Errorf("%s: fewer digits suffice, %v", text, v.nearest(digits-1))
		}
		if best := v.nearest(digits); best == nil || v.distance(got).Cmp(v.distance(best)) > 0 {
			t.Errorf("%s: %v is nearer to %v", text, best, v.value)
		}
	}
}

// interval is the numbers that round to one half.
type interval struct {
	value, low, high *big.Rat
	even             bool // the ends belong to it
}

func newInterval(h dtype.Half) interval {
	at := func(h dtype.Half) *big.Rat { return new(big.Rat).SetFloat64(float64(h.Float32())) }
	mid := func(a, b *big.Rat) *big.Rat {
		s := new(big.Rat).Add(a, b)
		return s.Quo(s, big.NewRat(2, 1))
	}
	next := big.NewRat(65536, 1) // where the number after the largest would stand
	if h+1 < 0x7c00 {
		next = at(h + 1)
	}
	return interval{at(h), mid(at(h-1), at(h)), mid(at(h), next), h&1 == 0}
}

func (v interval) holds(x *big.Rat) bool {
	lo, hi := x.Cmp(v.low), x.Cmp(v.high)
	return lo > 0 && hi < 0 || v.even && (lo == 0 || hi == 0)
}

func (v interval) distance(x *big.Rat) *big.Rat {
	d := new(big.Rat).Sub(x, v.value)
	return d.Abs(d)
}

// nearest returns the decimal of so many digits in the interval that is nearest to its value, nil
// when there is none: the value cut to those digits, or one unit more.
func (v interval) nearest(digits int) *big.Rat {
	f, _ := v.value.Float64()
	cut := strconv.FormatFloat(f, 'e', 30, 64) // exact but for zeros: a half has at most 25 digits
	mantissa, exp, _ := strings.Cut(cut, "e")
	down, ok := new(big.Rat).SetString(mantissa[:1] + "." + mantissa[2:1+digits] + "e" + exp)
	if !ok {
		panic(cut)
	}
	e, _ := strconv.Atoi(exp)
	unit := new(big.Rat).SetFloat64(1)
	ten := big.NewRat(10, 1)
	for i := 0; i < int(math.Abs(float64(e-digits+1))); i++ {
		if e-digits+1 > 0 {
			unit.Mul(unit, ten)
		} else {
			unit.Quo(unit, ten)
		}
	}
	var best *big.Rat
	for _, x := range []*big.Rat{down, new(big.Rat).Add(down, unit)} {
		if v.holds(x) && (best == nil || v.distance(x).Cmp(v.distance(best)) < 0) {
			best = x
		}
	}
	return best
}
