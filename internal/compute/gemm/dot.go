package gemm

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// A long dot product is summed in runs of dotBytes, so that every instruction set sums in the same order: the first
// elements of all runs, the second ones, and so on. Long vectors are split into pieces of dotPiece runs, which
// processors share.
const (
	dotBytes = 256
	dotPiece = 1024
)

// isDot reports whether the product is a long dot product. Summed as a single chain, it would take the latency of
// each addition.
func (p product[T]) isDot() bool {
	return p.m == 1 && p.n == 1 && p.k >= 1024 && p.a.Col == 1 && p.b.Row == 1
}

// dot computes the product of a row and a column.
func (p product[T]) dot() {
	run := dotBytes / bytes[T](1)
	pieces := (p.k + dotPiece*run - 1) / (dotPiece * run)
	sums := borrow[T](pieces)
	if p.shares() == 1 {
		for i := range pieces {
			sums.data[i] = p.dotPiece(i)
		}
	} else {
		p.dotShared(sums.data[:pieces])
	}
	sum := pairwise(sums.data[:pieces])
	sums.giveBack()
	if p.old.first != nil {
		sum += *p.old.first
	}
	*p.c = sum
}

// dotShared computes the pieces on several processors. It is separate because what its closure captures is allocated.
func (p product[T]) dotShared(sums []T) {
	par.Do(len(sums), func(i int) { sums[i] = p.dotPiece(i) })
}

// dotPiece returns the sum of a piece.
func (p product[T]) dotPiece(i int) T {
	interrupt.Check()
	run := dotBytes / bytes[T](1)
	first := i * dotPiece * run
	n := min(p.k-first, dotPiece*run)
	a, b := unsafe.Slice(at(p.a.First, first), n), unsafe.Slice(at(p.b.First, first), n)
	room := borrow[T](run)
	sums := room.data[:run]
	clear(sums)
	if n >= run {
		p.s.dot(n/run, &a[0], &b[0], &sums[0])
	}
	for j, v := range a[n/run*run:] {
		sums[j] += T(v * b[n/run*run+j])
	}
	sum := pairwise(sums)
	room.giveBack()
	return sum
}

// pairwise returns the pairwise sum of v. It overwrites v: it adds the second half to the first, and so on.
func pairwise[T Float](v []T) T {
	for len(v) > 1 {
		half := (len(v) + 1) / 2
		for i, x := range v[half:] {
			v[i] += x
		}
		v = v[:half]
	}
	return v[0]
}
