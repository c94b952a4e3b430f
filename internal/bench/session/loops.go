package session

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// python is the interpreter to compare with, if it is installed.
const python = "/usr/bin/python3"

// loops are programs in both languages. Each repeats its step a number of times.
var loops = []struct {
	what, cell, python string
	steps              int
}{
	{
		"a turn of a loop that adds",
		"func() { s := 0; for i := 0; i < 300_000; i++ { s += i * 2 } }()",
		"def f():\n    s = 0\n    for i in range(300_000):\n        s += i * 2",
		300_000,
	},
	{
		"a turn of a loop at the top level",
		"s := 0; for i := 0; i < 300_000; i++ { s += i * 2 }",
		"def f():\n    exec('s = 0\\nfor i in range(300_000):\\n    s += i * 2', {})",
		300_000,
	},
	{
		"a call of a function",
		"func() { for i := 0; i < 100_000; i++ { next(i) } }()",
		"def next(x):\n    return x + 1\ndef f():\n    for i in range(100_000):\n        next(i)",
		100_000,
	},
	{
		"a call in fib(22)",
		"fib(22)",
		"def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\ndef f():\n    fib(22)",
		57_313,
	},
	{
		"an element of a slice, read and written",
		"func() { for i := range xs { xs[i] = xs[i] + 1 } }()",
		"xs = [0] * 300_000\ndef f():\n    for i in range(len(xs)):\n        xs[i] = xs[i] + 1",
		300_000,
	},
	{
		"an entry of a map, counted",
		"func() { m := map[int]int{}; for i := 0; i < 100_000; i++ { m[i%100]++ } }()",
		"def f():\n    m = {}\n    for i in range(100_000):\n        m[i % 100] = m.get(i % 100, 0) + 1",
		100_000,
	},
	{
		"an op on a small tensor",
		"func() { for i := 0; i < 2_000; i++ { x.Add(x) } }()",
		"",
		2_000,
	},
}

// loopRows compares code in cells with the same code in Python.
func loopRows() []row {
	s := session("x := tensor.Ones(2, 3)", "xs := make([]int, 300_000)", "func next(x int) int { return x + 1 }",
		"func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }")
	defer s.Close()
	var rows []row
	for _, l := range loops {
		d := median(times(7, func(int) { run(s, l.cell+";") }))
		rows = append(rows, row{l.what, float64(d.Nanoseconds()) / float64(l.steps), "ns", 0, beside(l.python, l.steps, d)})
	}
	return rows
}

// beside returns a text with the time of Python for the same work.
func beside(program string, steps int, ours time.Duration) string {
	if program == "" {
		return ""
	}
	timed := program + "\nimport time\nts = []\nfor _ in range(7):\n    t = time.CLOCK(); f(); ts.append(time.CLOCK() - t)\nprint(sorted(ts)[3])\n"
	out, err := exec.Command(python, "-c", strings.ReplaceAll(timed, "CLOCK", clockOf[*by])).Output()
	if err != nil {
		return " (no " + python + " to compare with)"
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		fatal("%v", err)
	}
	return fmt.Sprintf(" (Python %s ns, %.1f times)", number(ns/float64(steps)), float64(ours.Nanoseconds())/ns)
}

// clockOf maps clocks to their names in Python.
var clockOf = map[string]string{"wall": "perf_counter_ns", "cpu": "process_time_ns"}
