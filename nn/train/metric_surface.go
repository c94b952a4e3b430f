package train

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// surface holds the edges of a predicted and a true area: the elements with a neighbour, along some axis, outside the
// area.
type surface struct {
	class, metric string // of the distance
	shape         []int
	pred, truth   []bool
	updated       bool
}

func newSurface(class string, distance ...string) surface {
	s := surface{class: class, metric: "euclidean"}
	if len(distance) > 0 {
		s.metric = oneOf(class, "distance_metric", distance[0], "euclidean", "chessboard", "taxicab")
	}
	return s
}

// Clear removes the areas.
func (s *surface) Clear() { s.pred, s.truth, s.updated = nil, nil, false }

// Update takes predicted and true classes of one shape, of any number of axes, and the class whose areas are
// compared. Only the last pair counts. Different or empty shapes, and a class that neither has, raise ValueError.
func (s *surface) Update(given ...any) {
	x := inputs(s.class, given, "3 inputs (predicted value, true value, label index)", 3)
	pred, truth := x[0], x[1]
	if x[2].Size() != 1 {
		tensor.Throw(s.class, tensor.ValueError, "For '%s.update', the label index (input[2]) must be int or float, but got "+
			"shape %s.", s.class, shape.Tuple(x[2].Shape()))
	}
	if pred.Size() == 0 || pred.NDim() == 0 || !slices.Equal(pred.Shape(), truth.Shape()) {
		tensor.Throw(s.class, tensor.ValueError, "For '%s.update', predicted value (input[0]) and true value (input[1]) "+
			"must have the same shape, with elements and at least one axis, but got predicted value shape: %s, "+
			"true value shape: %s.",
			s.class, shape.Tuple(pred.Shape()), shape.Tuple(truth.Shape()))
	}
	class := x[2].Float64s()[0]
	a, b := area(pred, class), area(truth, class)
	if !slices.Contains(a, true) && !slices.Contains(b, true) {
		tensor.Throw(s.class, tensor.ValueError, "For '%s.update', the label index (input[2]) must be in predicted value "+
			"(input[0]) or true value (input[1]), but %s is not.", s.class, tensor.Repr(x[2]))
	}
	s.shape, s.updated = slices.Clone(pred.Shape()), true
	s.pred, s.truth = edges(a, s.shape), edges(b, s.shape)
}

func area(x *tensor.Tensor, class float64) []bool {
	out := make([]bool, x.Size())
	for i, v := range x.Float64s() {
		out[i] = v == class
	}
	return out
}

// edges reports for each element whether it is on the surface of the area.
func edges(in []bool, dims []int) []bool {
	out := make([]bool, len(in))
	stride := 1
	for axis := len(dims) - 1; axis >= 0; axis-- {
		n := dims[axis]
		for i, inside := range in {
			at := i / stride % n
			if inside && (at == 0 || at == n-1 || !in[i-stride] || !in[i+stride]) {
				out[i] = true
			}
		}
		stride *= n
	}
	return out
}

// distances returns, for each element of from, the distance to the nearest element of to. The list is empty if from
// has no elements; the distances are infinite if to has none.
func (s *surface) distances(from, to []bool) []float64 {
	far := s.transform(to)
	var out []float64
	for i, at := range from {
		switch {
		case !at:
		case far[i] == unreachable:
			out = append(out, math.Inf(1))
		case s.metric == "euclidean":
			out = append(out, math.Sqrt(float64(far[i])))
		default:
			out = append(out, float64(far[i]))
		}
	}
	return out
}

const unreachable = math.MaxInt

// transform returns the distance of each element to the nearest element of to; for the Euclidean distance, its
// square. It combines the distances along the axes, one axis after another.
func (s *surface) transform(to []bool) []int {
	out := make([]int, len(to))
	for i, at := range to {
		if !at {
			out[i] = unreachable
		}
	}
	stride := 1
	for axis := len(s.shape) - 1; axis >= 0; axis-- {
		n := s.shape[axis]
		line := make([]int, n)
		for i := range out {
			if i/stride%n != 0 {
				continue
			}
			for j := range line {
				line[j] = out[i+j*stride]
			}
			for j := range line {
				out[i+j*stride] = s.least(line, j)
			}
		}
		stride *= n
	}
	return out
}

// least returns the distance of element at of a line to the nearest element, where line holds the distances without
// this axis.
func (s *surface) least(line []int, at int) int {
	best := line[at]
	for step := 1; (at-step >= 0 || at+step < len(line)) && s.combine(0, step) < best; step++ {
		for _, j := range [2]int{at - step, at + step} {
			if j >= 0 && j < len(line) && line[j] != unreachable {
				best = min(best, s.combine(line[j], step))
			}
		}
	}
	return best
}

// combine combines a distance across the other axes with a number of steps along this one.
func (s *surface) combine(across, steps int) int {
	switch s.metric {
	case "chessboard":
		return max(across, steps)
	case "taxicab":
		return across + steps
	}
	return across + steps*steps
}

// HausdorffDistance is the largest distance between the surfaces of a predicted and a true area:
// mindspore.train.HausdorffDistance, whose option crop does not affect the result.
type HausdorffDistance struct {
	surface
	percentile float64
	directed   bool
}

// NewHausdorffDistance returns a HausdorffDistance. distanceMetric is "euclidean", the default, "chessboard" or
// "taxicab". Any other value raises ValueError.
func NewHausdorffDistance(distanceMetric ...string) *HausdorffDistance {
	return &HausdorffDistance{surface: newSurface("HausdorffDistance", distanceMetric...)}
}

// Percentile makes the result that percentile of the distances, with linear interpolation, instead of the largest; 0
// means the largest. A value outside [0, 100] raises ValueError.
func (m *HausdorffDistance) Percentile(percentile float64) *HausdorffDistance {
	if !(percentile >= 0 && percentile <= 100) {
		tensor.Throw("HausdorffDistance", tensor.ValueError, "For 'HausdorffDistance', the value of the argument "+
			"'percentile' must be [0, 100], but got %s.", tensor.Repr(percentile))
	}
	m.percentile = percentile
	return m
}

// Directed sets whether only distances from the predicted to the true area count; the default is false.
func (m *HausdorffDistance) Directed(directed bool) *HausdorffDistance {
	m.directed = directed
	return m
}

// Eval returns the distance in elements, a float64, which is infinite where an area is empty. Before an Update it
// raises RuntimeError.
func (m *HausdorffDistance) Eval() any {
	needUpdate(m.class, m.updated)
	there := m.most(m.distances(m.pred, m.truth))
	if m.directed {
		return there
	}
	return max(there, m.most(m.distances(m.truth, m.pred)))
}

func (m *HausdorffDistance) most(distances []float64) float64 {
	if len(distances) == 0 {
		return math.Inf(1)
	}
	slices.Sort(distances)
	last := len(distances) - 1
	if m.percentile == 0 || distances[0] == distances[last] { // or all are infinite
		return distances[last]
	}
	at := float64(m.percentile / 100 * float64(last)) // not fused with the subtraction
	below := int(at)
	a, b := distances[below], distances[min(below+1, last)]
	return a + float64((at-float64(below))*(b-a))
}

// MeanSurfaceDistance is the mean distance of the surface of a predicted area from that of the true one:
// mindspore.train.MeanSurfaceDistance.
type MeanSurfaceDistance struct {
	surface
	symmetric bool
}

// NewMeanSurfaceDistance returns a MeanSurfaceDistance. With symmetric, false by default, it is the mean of the
// averages in both directions.
func NewMeanSurfaceDistance(symmetric ...bool) *MeanSurfaceDistance {
	return &MeanSurfaceDistance{newSurface("MeanSurfaceDistance"), len(symmetric) > 0 && symmetric[0]}
}

// DistanceMetric sets the distance (distance_metric): "euclidean", without it, "chessboard" or "taxicab"; else it
// raises ValueError.
func (m *MeanSurfaceDistance) DistanceMetric(name string) *MeanSurfaceDistance {
	m.surface = newSurface(m.class, name)
	return m
}

// Eval returns the distance in elements, a float64, which is infinite where an area is empty. Before an Update it
// raises RuntimeError.
func (m *MeanSurfaceDistance) Eval() any {
	return m.average(m.symmetric, func(d float64) float64 { return d })
}

// average returns the mean of f over the distances from the predicted to the true area, or the average of the means
// in both directions.
func (s *surface) average(symmetric bool, f func(float64) float64) float64 {
	needUpdate(s.class, s.updated)
	there := meanOf(s.distances(s.pred, s.truth), f)
	if !symmetric {
		return there
	}
	return (there + meanOf(s.distances(s.truth, s.pred), f)) / 2
}

func meanOf(distances []float64, f func(float64) float64) float64 {
	if len(distances) == 0 {
		return math.Inf(1)
	}
	sum := 0.0
	for _, d := range distances {
		sum += f(d)
	}
	return sum / float64(len(distances))
}

// RootMeanSquareDistance is [MeanSurfaceDistance] with squares of distances: mindspore.train.RootMeanSquareDistance.
// Unlike MindSpore's formula, but like its documented example, the root is taken only if it is symmetric.
type RootMeanSquareDistance struct {
	surface
	symmetric bool
}

// NewRootMeanSquareDistance returns a RootMeanSquareDistance: the mean square of the distances from the predicted to
// the true area. With symmetric, false by default, it is the root of the mean of the mean squares in both directions.
func NewRootMeanSquareDistance(symmetric ...bool) *RootMeanSquareDistance {
	return &RootMeanSquareDistance{newSurface("RootMeanSquareDistance"), len(symmetric) > 0 && symmetric[0]}
}

// DistanceMetric sets the distance (distance_metric): "euclidean", without it, "chessboard" or "taxicab"; else it
// raises ValueError.
func (m *RootMeanSquareDistance) DistanceMetric(name string) *RootMeanSquareDistance {
	m.surface = newSurface(m.class, name)
	return m
}

// Eval returns the distance in elements, or its square, a float64, which is infinite where an area is empty. Before an
// Update it raises RuntimeError.
func (m *RootMeanSquareDistance) Eval() any {
	square := m.average(m.symmetric, func(d float64) float64 { return d * d })
	if m.symmetric {
		return math.Sqrt(square)
	}
	return square
}
