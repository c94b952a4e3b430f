package tensors

import (
	"errors"
	"fmt"
	"io"
)

// counted is a workload whose instructions are counted, and how many an operation of it may take on linux/amd64: a
// tenth above what it took when this was written.
type counted struct {
	workload
	most float64
}

// countedOps are tiny operations, with the way back where their names say so.
func countedOps() (list []counted) {
	for _, c := range []struct {
		name string
		most float64
	}{
		{"disp/mul_1_nograd", 710},
		{"disp/mul_2x3_nograd", 745},
		{"disp/mul_1_grad", 1050},
		{"disp/matmul_2x3x2_nograd", 1385},
	} {
		w, _ := named(c.name)
		list = append(list, counted{w, c.most})
	}
	return append(list, counted{workload{"chain3_2x3_both_fwdbwd", nanoseconds, 3, false, chain(3, true, true, 2, 3)}, 10200})
}

// errNoTrace says that instructions cannot be counted here.
var errNoTrace = errors.New("not counted: only linux/amd64 can, where it lets a process trace another")

// checkInstructions compares the instructions of tiny operations with what they may take, where they can be counted.
func checkInstructions() (err error) {
	for _, c := range countedOps() {
		n, e := countSteps(c.workload)
		switch {
		case errors.Is(e, errNoTrace):
			fmt.Printf("%-12s %v\n", "", e)
			return nil
		case e != nil:
			return e
		case n > c.most:
			err = errors.Join(err, fmt.Errorf("%s: %.0f instructions, at most %.0f are allowed", c.name, n, c.most))
		}
	}
	return err
}

// printSteps prints the instructions of tiny operations.
func printSteps(out io.Writer) {
	for _, c := range countedOps() {
		n, err := countSteps(c.workload)
		if err != nil {
			fmt.Fprintln(out, c.name, err)
			continue
		}
		fmt.Fprintf(out, "%-34s %8.0f\n", c.name, n)
	}
}
