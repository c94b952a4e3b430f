package main

import (
	"errors"
	"fmt"
)

type op int

const (
	push op = iota
	add
	jz
	jmp
	dup
	halt
)

func (o op) String() string { return [...]string{"push", "add", "jz", "jmp", "dup", "halt"}[o] }

func run(code []int) (stack []int, steps int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("pc crash after %d: %v", steps, r)
		}
	}()
	pc := 0
next:
	steps++
	if steps > 100 {
		goto limit
	}
	switch o := op(code[pc]); o {
	case push:
		stack = append(stack, code[pc+1])
		pc += 2
		goto next
	case add:
		n := len(stack)
		stack = append(stack[:n-2], stack[n-2]+stack[n-1])
	case jz:
		if v := stack[len(stack)-1]; v == 0 {
			pc = code[pc+1]
			goto next
		}
		pc++
	case jmp:
		pc = code[pc+1]
		goto next
	case dup:
		stack = append(stack, stack[len(stack)-1])
	case halt:
		goto done
	default:
		err = fmt.Errorf("bad op %v", o)
		return
	}
	pc++
	goto next
limit:
	err = errors.New("limit")
done:
	return stack, steps, err
}

func collatz(n int) (path []int) {
loop:
	path = append(path, n)
	if n == 1 {
		return
	}
	if n&1 == 0 {
		n /= 2
		goto loop
	}
	n = 3*n + 1
	goto loop
}

func closures() (fs []func() int) {
	i := 0
again:
	j := i * 10
	fs = append(fs, func() int { j++; return j + i })
	if i++; i < 3 {
		goto again
	}
	return
}

func find(grid [][]int, want int) (x, y int, ok bool) {
outer:
	for y = range grid {
		for x = range grid[y] {
			switch {
			case grid[y][x] == want:
				ok = true
				break outer
			case grid[y][x] < 0:
				continue outer
			}
		}
	}
	return
}

func main() {
	fmt.Println(run([]int{0, 3, 0, -1, 1, 2, 9, 3, 2, 5}))
	fmt.Println(run([]int{3, 0}))
	fmt.Println(run([]int{1}))
	fmt.Println(run([]int{77}))
	fmt.Println(run([]int{0, 1, 4, 1, 4, 1, 5}))
	fmt.Println(collatz(7))
	for _, f := range closures() {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	fmt.Println(find([][]int{{1, 2}, {-1, 9}, {3, 9}}, 9))
	fmt.Println(find([][]int{{1, 2}, {-1, 9}}, 9))
	n := 0
L:
	for {
		select {
		default:
			n++
			if n == 3 {
				continue L
			}
			if n > 5 {
				break L
			}
		}
		switch n {
		case 1, 2:
			continue
		case 4:
			goto out
		}
	}
out:
	fmt.Println(n)
	{
		goto end
	}
end:
}
