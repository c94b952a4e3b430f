package main

import "fmt"

func rd(exp [][]int) (n int) {
exp:
	for _, e := range exp {
		for _, x := range e {
			if x == 2 {
				continue exp
			}
			if x == 9 {
				break exp
			}
			n += x
		}
	}
	return
}

func sw(s string) int {
	n := 0
s:
	switch s {
	case "a":
		for {
			n++
			if n > 2 {
				break s
			}
		}
	default:
		n = -1
	}
	return n
}

func sel(done chan int) string {
done:
	for {
		select {
		case v := <-done:
			if v == 0 {
				continue done
			}
			break done
		}
	}
	return "done"
}

func lp() int {
	i := 0
i:
	for ; i < 10; i++ {
		for j := range 3 {
			if j == 1 {
				continue i
			}
			if i == 5 {
				break i
			}
		}
	}
	return i
}

func gt() int {
	x := 0
x:
	x++
	if x < 3 {
		goto x
	}
	return x
}

func fnl() int {
	fmt := 2
loop:
	for k := range 4 {
		func() { fmt += k }()
		if fmt > 4 {
			break loop
		}
	}
	return fmt
}

type T struct{ T int }

func mix() (err error) {
	defer func() {}()
err:
	for {
		if err == nil {
			break err
		}
	}
	return err
}

func main() {
	fmt.Println(rd([][]int{{1, 2, 3}, {4}, {9, 9}}), sw("a"), sw("b"))
	c := make(chan int, 2)
	c <- 0
	c <- 1
	fmt.Println(sel(c), lp(), gt(), fnl(), mix())
	main := 3
main:
	for range 3 {
		main++
		continue main
	}
	fmt.Println(main)
}
