package main

import "fmt"

// Slices that grow, and what may share their arrays.

const many = 5000

func sum(xs []int) (n int) {
	for i, x := range xs {
		n += x * (i%7 + 1)
	}
	return n
}

func rounds() (n int) {
	for r := 0; r < 5; r++ {
		var xs []int
		for i := 0; i < many; i++ {
			xs = append(xs, i*r)
		}
		for _, x := range xs {
			n += x
		}
		n += len(xs) + cap(xs)
	}
	return n
}

func returned(k int) []int {
	var xs []int
	for i := 0; i < many; i++ {
		xs = append(xs, i+k)
	}
	return xs
}

func ranged() (n int) {
	xs := []int{1}
	for len(xs) < many {
		for _, x := range xs { // the array before
			if len(xs) < 3*many {
				xs = append(xs, x+1, x*2%1000)
			}
			n += x
		}
	}
	return n + sum(xs)
}

func old() (n int) {
	xs := make([]int, 0, 200)
	ys := xs
	for i := 0; i < many; i++ {
		if i == 300 {
			ys = xs
		}
		xs = append(xs, i)
		ys = append(ys, -i)
	}
	return sum(xs) + sum(ys)
}

func both(k int) (int, int) {
	var xs []int
	for i := 0; i < many; i++ {
		xs = append(xs, i)
	}
	ys := append(xs, 1)
	zs := append(xs, 2)
	for i := 0; i < k; i++ {
		ys = append(ys, i)
		zs = append(zs, -i)
	}
	return sum(ys), sum(zs)
}

func pointed() (n int) {
	var xs []int
	var first *int
	for i := 0; i < many; i++ {
		xs = append(xs, i)
		if i == 200 {
			first = &xs[7]
		}
	}
	xs[7] = 99
	return *first + sum(xs)
}

func kept() (all [][]int) {
	var xs []int
	for i := 0; i < many; i++ {
		xs = append(xs, i)
		if i%1000 == 500 {
			all = append(all, xs)
		}
	}
	return all
}

func itself() int {
	xs := []int{1, 2, 3}
	for len(xs) < many {
		xs = append(xs, xs...)
		xs = append(xs, xs[0]+xs[len(xs)-1], xs[1])
	}
	return sum(xs)
}

func captured() int {
	var xs []int
	seen := func() int { return len(xs) + sum(xs) }
	n := 0
	for i := 0; i < many; i++ {
		xs = append(xs, i)
		if i%1000 == 0 {
			n += seen()
		}
	}
	return n
}

type big struct{ a, b, c, d, e, f, g, h, i, j int }

func bigs() (n int) {
	for range 3 {
		var xs []big
		for i := range 500 {
			xs = append(xs, big{a: i, j: -i})
			if i > 3 {
				xs[i-1] = xs[i-2]
			}
		}
		for _, x := range xs {
			n += x.a - 2*x.j
		}
	}
	return n
}

func tails() (n int) {
	for r := range 4 {
		xs := returned(r)
		xs = append(xs, 1)
		n += sum(xs[:cap(xs)]) // what is behind the length is zero
	}
	var xs []byte
	for range 3 {
		xs = nil
		for i := range 3000 {
			xs = append(xs, byte(i))
		}
	}
	for _, b := range xs[:cap(xs)][len(xs):] {
		n += int(b)
	}
	return n
}

func two() int {
	var xs, ys []float64
	for i := range many {
		xs = append(xs, float64(i))
		if i%3 == 0 {
			xs, ys = ys, xs
		}
	}
	return len(xs)*7 + len(ys) + int(xs[len(xs)-1]) + int(ys[len(ys)-1])
}

func nested() (n int) {
	for r := range 3 {
		var row [][]int
		for range 4 {
			var xs []int
			for i := range 700 {
				xs = append(xs, i+r)
			}
			row = append(row, xs)
		}
		for _, xs := range row {
			n = n*3 + sum(xs)
		}
		n %= 1000003
	}
	return n
}

func main() {
	fmt.Println(rounds(), sum(returned(1)), sum(returned(2)), ranged(), old())
	fmt.Println(both(300))
	fmt.Println(pointed(), itself(), captured(), bigs(), tails(), two(), nested())
	for _, xs := range kept() {
		fmt.Print(len(xs), " ", sum(xs), " ")
	}
	fmt.Println()
}
