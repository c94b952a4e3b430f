package tensors

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// result is a line of the table.
type result struct {
	workload
	set          isa.Set
	peak         float64 // peak rate of multiply-adds with its instructions
	threads      int
	ours, theirs float64 // medians, NaN-free: theirs is 0 where PyTorch was not measured
	ratio        float64 // median of the paired ratios, above 1 where we are faster
}

// compare measures everything that the flags select, and prints and optionally writes the table.
func compare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, set := range setsOf() {
		peak := measurePeak(set)
		printHead(os.Stdout, set, peak)
		var all []result
		for t := range strings.SplitSeq(*threads, ",") {
			n, err := strconv.Atoi(t)
			if err != nil {
				return err
			}
			results, err := measureAll(self, set, n, peak)
			if err != nil {
				return err
			}
			all = append(all, results...)
		}
		if *write != "" && len(all) > 0 {
			if err := writeTable(*write, set, all); err != nil {
				return err
			}
		}
	}
	return nil
}

// setsOf returns the instruction sets to measure with: the one named by MSREPL_ISA, or all that the processor
// supports, best first. Plain Go is measured only if it is named or there is nothing else.
func setsOf() (list []isa.Set) {
	if os.Getenv(isa.Variable) != "" {
		return []isa.Set{isa.Chosen}
	}
	list = isa.All()
	if len(list) == 1 || *quick {
		return list[:1]
	}
	return list[:len(list)-1]
}

// measureAll measures the chosen workloads with n threads, both programs with the instructions of one set.
func measureAll(self string, set isa.Set, n int, peak float64) (list []result, err error) {
	env := append(os.Environ(), isa.Variable+"="+set.String())
	ours, err := start(env, self, "tensors", "-serve", "-threads", strconv.Itoa(n), "-time", target.String())
	if err != nil {
		return nil, err
	}
	defer ours.stop()
	peers, err := startTorch(set, n)
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
		r.set, r.peak = set, peak
		list = append(list, r)
		printLine(os.Stdout, r)
	}
	return list, nil
}

// peerSets maps sets to their names in the parts of PyTorch (its own kernels, oneDNN, OpenBLAS). It has no plain
// kernels: SSE is its lowest set. OpenBLAS of 2022 does not recognize newer processors and may choose slow kernels,
// so of several kernels the fastest counts.
var peerSets = map[isa.Set]struct {
	aten, dnn string
	blas      []string
}{
	isa.AVX512: {"avx512", "ALL", []string{"HASWELL", "SKYLAKEX"}},
	isa.AVX2:   {"avx2", "AVX2", []string{"HASWELL", "ZEN"}},
	isa.Plain:  {"default", "SSE41", []string{"PRESCOTT"}},
}

// startTorch starts PyTorch, restricted to a set. With several threads, both of its wait policies are tried, and the
// better one counts.
func startTorch(set isa.Set, n int) (peers []*peer, err error) {
	if *script == "" {
		return nil, nil
	}
	if exec.Command(*python, "-c", "import torch").Run() != nil {
		fmt.Fprintln(os.Stderr, "bench: no PyTorch here (scripts/test-deps.sh bench installs it); our figures alone")
		return nil, nil
	}
	blas, err := fastestBLAS(set)
	if err != nil {
		return nil, err
	}
	waits := []string{"active"}
	if n > 1 {
		waits = append(waits, "passive")
	}
	for _, wait := range waits {
		p, err := startTorchBy(set, n, wait, blas)
		if err != nil {
			return nil, err
		}
		peers = append(peers, p)
	}
	return peers, nil
}

// startTorchBy starts PyTorch with the given wait policy and OpenBLAS kernels.
func startTorchBy(set isa.Set, n int, wait, blas string) (*peer, error) {
	env := append(os.Environ(), "OMP_NUM_THREADS="+strconv.Itoa(n), "OPENBLAS_NUM_THREADS="+strconv.Itoa(n), "OMP_WAIT_POLICY="+wait,
		"OPENBLAS_CORETYPE="+blas, "ATEN_CPU_CAPABILITY="+peerSets[set].aten, "ONEDNN_MAX_CPU_ISA="+peerSets[set].dnn)
	return start(env, *python, *script, "--threads", strconv.Itoa(n), "--time", fmt.Sprint(target.Seconds()))
}

// fastestBLAS returns the fastest OpenBLAS kernels of a set for a product.
func fastestBLAS(set isa.Set) (name string, err error) {
	least := math.Inf(1)
	for _, blas := range peerSets[set].blas {
		if len(peerSets[set].blas) == 1 {
			return blas, nil
		}
		p, err := startTorchBy(set, 1, "active", blas)
		if err != nil {
			return "", err
		}
		for range 3 {
			s, err := p.ask("gemm/512")
			if err != nil {
				return "", err
			}
			if s.CPU < least {
				least, name = s.CPU, blas
			}
		}
		p.stop()
	}
	return name, nil
}

// alternate takes samples of w alternately from both sides.
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
			continue // the first sample also calibrates
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

// seconds returns the time that counts: processor time on a busy machine with only one thread, and otherwise wall
// time.
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
