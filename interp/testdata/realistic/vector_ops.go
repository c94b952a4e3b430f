package main

import (
	"fmt"
	"math"
	"sort"
)

type Vec[T float32 | float64] []T

func (v Vec[T]) Dot(w Vec[T]) (sum T) {
	for i := range v {
		sum += v[i] * w[i]
	}
	return
}

func (v Vec[T]) Norm() float64 { return math.Sqrt(float64(v.Dot(v))) }

func (v Vec[T]) Add(w Vec[T]) Vec[T] { return v.zip(w, func(a, b T) T { return a + b }) }
func (v Vec[T]) Sub(w Vec[T]) Vec[T] { return v.zip(w, func(a, b T) T { return a - b }) }

func (v Vec[T]) zip(w Vec[T], f func(a, b T) T) Vec[T] {
	if len(v) != len(w) {
		panic(fmt.Errorf("lengths %d and %d", len(v), len(w)))
	}
	out := make(Vec[T], len(v))
	for i := range out {
		out[i] = f(v[i], w[i])
	}
	return out
}

func (v *Vec[T]) Scale(k T) *Vec[T] {
	for i := range *v {
		(*v)[i] *= k
	}
	return v
}

type P3 struct{ X, Y, Z float64 }

func (p P3) Cross(q P3) P3 {
	return P3{p.Y*q.Z - p.Z*q.Y, p.Z*q.X - p.X*q.Z, p.X*q.Y - p.Y*q.X}
}

func Mean[T ~[]E, E float32 | float64 | int](l T) float64 {
	var sum E
	for _, v := range l {
		sum += v
	}
	return float64(sum) / float64(len(l))
}

func kmeans(points []Vec[float64], k int) (centers []Vec[float64], labels []int) {
	centers = append(centers, points[:k]...)
	labels = make([]int, len(points))
	for changed := true; changed; {
		changed = false
		for i, p := range points {
			best := 0
			for c := range centers {
				if p.Sub(centers[c]).Norm() < p.Sub(centers[best]).Norm() {
					best = c
				}
			}
			if best != labels[i] {
				labels[i], changed = best, true
			}
		}
		for c := range centers {
			sum, n := make(Vec[float64], len(points[0])), 0
			for i, p := range points {
				if labels[i] == c {
					sum, n = sum.Add(p), n+1
				}
			}
			if n > 0 {
				centers[c] = *sum.Scale(1 / float64(n))
			}
		}
	}
	return
}

func main() {
	v, w := Vec[float64]{3, 4}, Vec[float64]{1, 2}
	fmt.Println(v.Dot(w), v.Norm(), v.Add(w), v.Sub(w), *v.Scale(2), v)
	fmt.Println(P3{1, 0, 0}.Cross(P3{0, 1, 0}), Mean(v), Mean([]int{1, 2, 4}))
	c, l := kmeans([]Vec[float64]{{1, 1}, {9, 9}, {1.5, 2}, {8, 9.5}, {1, 1.5}}, 2)
	fmt.Printf("%.3f %v\n", c, l)
	defer func() { fmt.Println("recovered:", recover()) }()
	f := Vec[float32]{1, 2, 3}
	sort.Slice(f, func(i, j int) bool { return f[i] > f[j] })
	fmt.Println(f)
	f.Add(Vec[float32]{1})
}
