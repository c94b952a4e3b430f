package tensors

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// result is a line of the table.
type result struct {
	workload
	threads      int
	ours, theirs float64 // medians, NaN-free: theirs is 0 where PyTorch was not measured
	ratio        float64 // median of the paired ratios, above 1 where we are faster
}

// compare measures everything that the flags choose and prints, perhaps writes, the table.
func compare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	peak := measurePeak()
	printHead(os.Stdout, peak)
	var all []result
	for t := range strings.SplitSeq(*threads, ",") {
		n, err := strconv.Atoi(t)
		if err != nil {
			return err
		}
		results, err := measureAll(self, n, peak)
		if err != nil {
			return err
		}
		all = append(all, results...)
	}
	if *write != "" {
		return writeTable(*write, all, peak)
	}
	return nil
}

// measureAll measures the chosen workloads with n threads.
func measureAll(self string, n int, peak float64) (list []result, err error) {
	ours, err := start(nil, self, "tensors", "-serve", "-threads", strconv.Itoa(n), "-time", target.String())
	if err != nil {
		return nil, err
	}
	defer ours.stop()
	peers, err := startTorch(n)
	if err != nil {
		return nil, err
	}
	for _, p := range peers {
		defer p.stop()
	}
	for _, w := range chosen() {
		r, err := alternate(w, n, ours, peers)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
		printLine(os.Stdout, r, peak)
	}
	return list, nil
}

// startTorch starts PyTorch. With several threads its two ways to wait are both tried, and the better one counts.
func startTorch(n int) (peers []*peer, err error) {
	if *script == "" {
		return nil, nil
	}
	if exec.Command(*python, "-c", "import torch").Run() != nil {
		fmt.Fprintln(os.Stderr, "bench: no PyTorch here (scripts/test-deps.sh bench installs it); our figures alone")
		return nil, nil
	}
	waits := []string{"active"}
	if n > 1 {
		waits = append(waits, "passive")
	}
	for _, wait := range waits {
		env := append(os.Environ(), "OMP_NUM_THREADS="+strconv.Itoa(n), "OPENBLAS_NUM_THREADS="+strconv.Itoa(n), "OMP_WAIT_POLICY="+wait)
		p, err := start(env, *python, *script, "--threads", strconv.Itoa(n), "--time", fmt.Sprint(target.Seconds()))
		if err != nil {
			return nil, err
		}
		peers = append(peers, p)
	}
	return peers, nil
}

// alternate takes samples of w in turns.
func alternate(w workload, n int, ours *peer, peers []*peer) (result, error) {
	r := result{workload: w, threads: n}
	var mine, other, ratios []float64
	for round := range roundsOf() + 1 {
		a, err := ours.ask(w.name)
		if err != nil {
			return r, fmt.Errorf("%s: %w", w.name, err)
		}
		best := 0.0
		for _, p := range peers {
			b, err := p.ask(w.name)
			if err != nil {
				return r, fmt.Errorf("%s in PyTorch: %w", w.name, err)
			}
			if s := b.seconds(n); best == 0 || s < best {
				best = s
			}
		}
		if round == 0 {
			continue // which also calibrated
		}
		s := a.seconds(n)
		mine = append(mine, w.figure(s))
		if best > 0 {
			other, ratios = append(other, w.figure(best)), append(ratios, best/s)
		}
	}
	r.ours, r.theirs, r.ratio = median(mine), median(other), median(ratios)
	return r, nil
}

func roundsOf() int {
	if *quick {
		return min(3, *rounds)
	}
	return *rounds
}

// seconds is the time that counts: of the processor on a busy machine, if only one thread works.
func (s sample) seconds(threads int) float64 {
	if *by == "cpu" && threads == 1 {
		return s.CPU
	}
	return s.Sec
}

func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}
