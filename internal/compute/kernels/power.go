package kernels

import "math"

// ln 2 in two parts, the first of which ends in enough zero bits for its products with exponents to be exact.
const (
	ln2Begin = 0x1.62e42feep-1
	ln2Rest  = math.Ln2 - ln2Begin

	third     = 1. / 3
	thirdRest = 1.850371707708594e-17 // what float64 leaves of 1/3
)

// power is x to the power of y with the bits of the vectors, see longPow in simd/avo: e to the power of y·log |x|,
// where logarithm and product are sums of two numbers. math.Pow multiplies by squares, and loses a digit for every
// ten of a large exponent.
func power(x, y float64) float64 {
	whole := y == math.Trunc(y)
	switch {
	case y == 2:
		return x * x
	case y == 3:
		return x * x * x
	case y == -1:
		return 1 / x
	case y == 0.5, x == 0, x < 0 && !whole, x-x != 0, y-y != 0: // infinite numbers and NaN, too
		return math.Pow(x, y)
	}
	p := expOfTwo(logOfTwo(math.Abs(x), y))
	if half := y / 2; x < 0 && half != math.Trunc(half) {
		return -p
	}
	return p
}

// The negative logarithms in two parts of numbers near the reciprocals of the intervals of m in logOfTwo.
var (
	powInverses = [8]float64{22. / 16, 20. / 16, 18. / 16, 17. / 16, 1, 14.5 / 16, 13. / 16, 12. / 16}
	powLogs     = [8]float64{
		-0x1.4618bc21c6p-2, -0x1.c8ff7c79aap-3, -0x1.e27076e2bp-4, -0x1.f0a30c0118p-5,
		0, 0x1.9335e5d594p-4, 0x1.a93ed3c8aep-3, 0x1.269621134d8p-2,
	}
	powLogRests = [8]float64{
		0x1.3d82f484c84ccp-46, 0x1.7794f689f8434p-45, 0x1.a342c2af0003cp-45, 0x1.d599e83368e91p-45,
		0, 0x1.3115c3abd47dap-45, -0x1.8724350562169p-45, 0x1.c93c1df5bb3b6p-45,
	}
)

// logOfTwo returns y·log x as a sum of two numbers, for a positive and finite x = 2ᵏ·m, where m·inverse = 1+r.
func logOfTwo(x, y float64) (product, rest float64) {
	const one, least = 1023 << 52, 0x3fe6aaaaaaaaaaab // the bits of 1 and of 17/24, the smallest m
	var scaled float64
	if x < 0x1p-1022 {
		x, scaled = x*0x1p54, 54
	}
	bits := math.Float64bits(x)
	sum := bits + (one - least)
	at := sum >> 49 & 7
	k := float64(int64(sum>>52)-1023) - scaled
	r := math.FMA(math.Float64frombits(bits-sum&(0xfff<<52)+one), powInverses[at], -1)
	whole := math.FMA(k, ln2Begin, powLogs[at])
	low := math.FMA(k, ln2Rest, powLogRests[at])

	square := float64(r * r)
	squareRest := math.FMA(r, r, -square)
	cube := float64(square * r)
	cubeRest := math.FMA(squareRest, r, math.FMA(square, r, -cube))
	part := float64(cube * third)
	cubeRest = math.FMA(cubeRest, third, math.FMA(cube, thirdRest, math.FMA(cube, third, -part)))
	end := float64(float64(square*square) * horner(r, 0x1.2fe6666666667p-4, -0x1.584e666666667p-4, 0x1.747739999999ap-4,
		-0x1.9996cf3333333p-4, 0x1.c71c607b33334p-4, -0x1.00000090ccccdp-3, 0x1.2492492631333p-3,
		-0x1.555555553eb9ap-3, 0x1.9999999999a03p-3, -0x1.0000000000007p-2))

	tail := math.FMA(-squareRest, 0.5, cubeRest) + low
	log := r
	for _, term := range [...]float64{-0.5 * square, part, end} {
		next := log + term
		tail += roundedOff(log, term, next)
		log = next
	}
	high := whole + log
	back := high - whole
	low = (whole - (high - back)) + (log - back) + tail
	log = high + low
	low = roundedOff(high, low, log)
	product = float64(log * y)
	return product, math.FMA(low, y, math.FMA(log, y, -product))
}

// expOfTwo is e to the power of p+rest.
func expOfTwo(p, rest float64) float64 {
	p, rest = max(-750, min(712, p)), max(-1, min(1, rest)) // the result is 0 and infinite beyond
	n := math.RoundToEven(float64(p * math.Log2E))
	whole := math.FMA(-n, ln2Begin, p) // exact
	r := math.FMA(-n, ln2Rest, whole)
	rest += math.FMA(-n, ln2Rest, whole-r)
	sum := r + rest
	rest = roundedOff(r, rest, sum)
	tail := math.FMA(float64(sum*sum), horner(sum, 0x1.21dcf7910c071p-29, 0x1.af3209371d87ep-26, 0x1.27e3c30053946p-22,
		0x1.71de11d76f27p-19, 0x1.a01a01f3cbb8bp-16, 0x1.a01a01a62885fp-13, 0x1.6c16c16c0fc58p-10,
		0x1.1111111110ce5p-7, 0x1.5555555555557p-5, 0x1.5555555555555p-3, 0.5), rest)
	first := int64(n) / 2 // n may exceed the range of one exponent
	y := 1 + sum
	return (y + (roundedOff(1, sum, y) + tail)) * powerOf2(first) * powerOf2(int64(n)-first)
}

// powerOf2 is 2ⁿ for n between -1022 and 1023.
func powerOf2(n int64) float64 { return math.Float64frombits(uint64(n+1023) << 52) }

// horner is the polynomial of x with the coefficients c, the last of which is the constant, by fused steps.
func horner(x float64, c ...float64) float64 {
	p := c[0]
	for _, k := range c[1:] {
		p = math.FMA(p, x, k)
	}
	return p
}
