package data

import (
	"math"
	"math/rand/v2"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// point is a point in the unit square, y downwards.
type point struct{ x, y float64 }

// strokes holds the lines of each digit.
var strokes = [10][][]point{
	{ring(0.5, 0.5, 0.27, 0.4)},
	{{{0.33, 0.27}, {0.55, 0.1}, {0.55, 0.9}}},
	{{{0.25, 0.3}, {0.36, 0.13}, {0.6, 0.1}, {0.75, 0.27}, {0.62, 0.5}, {0.25, 0.9}, {0.78, 0.9}}},
	{{{0.25, 0.14}, {0.6, 0.1}, {0.75, 0.28}, {0.48, 0.47}, {0.76, 0.68}, {0.6, 0.9}, {0.25, 0.86}}},
	{{{0.65, 0.9}, {0.65, 0.1}, {0.22, 0.65}, {0.82, 0.65}}},
	{{{0.73, 0.1}, {0.31, 0.1}, {0.28, 0.45}, {0.6, 0.42}, {0.76, 0.64}, {0.6, 0.89}, {0.25, 0.86}}},
	{{{0.66, 0.1}, {0.36, 0.37}, {0.27, 0.68}}, ring(0.5, 0.68, 0.23, 0.22)},
	{{{0.22, 0.1}, {0.78, 0.1}, {0.43, 0.9}}},
	{ring(0.5, 0.29, 0.19, 0.19), ring(0.5, 0.69, 0.24, 0.21)},
	{ring(0.5, 0.32, 0.23, 0.22), {{0.73, 0.32}, {0.68, 0.6}, {0.45, 0.9}}},
}

// ring returns an ellipse, as a polygon of ten sides.
func ring(cx, cy, rx, ry float64) []point {
	const sides = 10
	var line []point
	for i := range sides + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / sides)
		line = append(line, point{cx + float64(rx*sin), cy + float64(ry*cos)})
	}
	return line
}

// Digits draws n images of digits, for use without real data: a few strokes each, translated, rotated, slanted,
// scaled and bent at random, with random thickness, over noise. Columns are image, Float32 of shape (1, size, size)
// within [0, 1], and label, Int32. They are drawn from the next stream of the random ops, so that the same
// tensor.SetSeed produces the same images. An n or size that is not positive raises ValueError.
func Digits(n, size int) *Dataset {
	positive("Digits", "n", n)
	positive("Digits", "size", size)
	seed := rng.Ops()
	draw := rand.New(rand.NewPCG(uint64(seed.Uint32()), uint64(seed.Uint32())))
	images, labels := engine.Slice[float32](n, size, size), engine.Slice[int32](n)
	for i := range labels {
		labels[i] = int32(draw.IntN(10))
		drawDigit(images[i*size*size:(i+1)*size*size], size, int(labels[i]), draw)
	}
	return Slices(tensor.Share(images, n, 1, size, size), tensor.Share(labels)).Rename("image", "label")
}

// drawDigit fills pixels with one digit: the closer a pixel is to the nearest stroke, the darker it is.
func drawDigit(pixels []float32, size, digit int, draw *rand.Rand) {
	lines := distorted(strokes[digit], draw)
	thick := 0.035 + float64(0.035*draw.Float64())
	for i := range pixels {
		p := point{(float64(i%size) + 0.5) / float64(size), (float64(i/size) + 0.5) / float64(size)}
		near := math.Inf(1)
		for _, line := range lines {
			for j := range len(line) - 1 {
				near = min(near, distance(p, line[j], line[j+1]))
			}
		}
		ink := min(max(1-float64((near-thick)*float64(size)*0.7), 0), 1)
		pixels[i] = float32(min(max(float64(ink*(0.75+float64(0.25*draw.Float64())))+float64(0.12*draw.NormFloat64()), 0), 1))
	}
}

// distorted returns the lines after a random affine map, with every point moved a little.
func distorted(lines [][]point, draw *rand.Rand) [][]point {
	spread := func(by float64) float64 { return float64(by * (2*draw.Float64() - 1)) }
	sin, cos := math.Sincos(spread(0.22))
	sx, sy, slant := 0.8+spread(0.17), 0.8+spread(0.17), spread(0.2)
	dx, dy := 0.5+spread(0.08), 0.5+spread(0.08)
	var out [][]point
	for _, line := range lines {
		var moved []point
		for _, p := range line {
			x, y := float64((p.x-0.5+spread(0.025))*sx), float64((p.y-0.5+spread(0.025))*sy)
			x += float64(slant * y)
			moved = append(moved, point{dx + float64(x*cos) - float64(y*sin), dy + float64(x*sin) + float64(y*cos)})
		}
		out = append(out, moved)
	}
	return out
}

// distance returns the distance of p from the line segment from a to b.
func distance(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := 0.0
	if d := float64(dx*dx) + float64(dy*dy); d > 0 {
		t = min(max((float64((p.x-a.x)*dx)+float64((p.y-a.y)*dy))/d, 0), 1)
	}
	return math.Hypot(p.x-a.x-float64(t*dx), p.y-a.y-float64(t*dy))
}
