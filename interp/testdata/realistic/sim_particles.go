package main

import (
	"fmt"
	"math"
	"slices"
)

type Vec struct{ X, Y float64 }

func (v Vec) Plus(w Vec) Vec         { return Vec{v.X + w.X, v.Y + w.Y} }
func (v Vec) Times(k float64) Vec    { return Vec{v.X * k, v.Y * k} }
func (v Vec) Len() float64           { return math.Hypot(v.X, v.Y) }
func (v *Vec) Move(d Vec, k float64) { *v = v.Plus(d.Times(k)) }

type Body struct {
	Name     string
	Mass     float64
	Pos, Vel Vec
}

type Force func(a, b *Body) Vec

type World struct {
	Bodies []*Body
	Forces map[string]Force
	trace  func(step int, w *World)
}

func gravity(g float64) Force {
	return func(a, b *Body) Vec {
		d := b.Pos.Plus(a.Pos.Times(-1))
		r := d.Len()
		return d.Times(g * a.Mass * b.Mass / (r * r * r))
	}
}

func (w *World) Step(dt float64) {
	forces := make(map[*Body]Vec)
	for i, a := range w.Bodies {
		for _, b := range w.Bodies[i+1:] {
			for _, f := range w.Forces {
				v := f(a, b)
				forces[a] = forces[a].Plus(v)
				forces[b] = forces[b].Plus(v.Times(-1))
			}
		}
	}
	for _, b := range w.Bodies {
		b.Vel.Move(forces[b], dt/b.Mass)
		b.Pos.Move(b.Vel, dt)
	}
}

func (w World) Energy() (e float64) {
	for i, a := range w.Bodies {
		e += a.Mass * a.Vel.Len() * a.Vel.Len() / 2
		for _, b := range w.Bodies[:i] {
			e -= a.Mass * b.Mass / a.Pos.Plus(b.Pos.Times(-1)).Len()
		}
	}
	return
}

func main() {
	w := &World{
		Bodies: []*Body{
			{"sun", 1000, Vec{}, Vec{}},
			{Name: "earth", Mass: 1, Pos: Vec{10, 0}, Vel: Vec{0, 10}},
			{"moon", 0.01, Vec{10.2, 0}, Vec{0, 12}},
		},
		Forces: map[string]Force{"gravity": gravity(1)},
	}
	w.trace = func(step int, w *World) {
		e := w.Bodies[1]
		fmt.Printf("%4d (%6.2f,%6.2f) speed %5.2f energy %8.2f\n", step, e.Pos.X, e.Pos.Y, e.Vel.Len(), w.Energy())
	}
	for i := range 301 {
		if i%100 == 0 {
			w.trace(i, w)
		}
		w.Step(0.001)
	}
	far := slices.MaxFunc(w.Bodies, func(a, b *Body) int {
		if a.Pos.Len() < b.Pos.Len() {
			return -1
		}
		return 1
	})
	fmt.Println("farthest:", far.Name, far.Pos.Len() > 9)
}
