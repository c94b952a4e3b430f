// Package isa selects at start the vector instructions that kernels use: the best set that the processor supports, or
// the one named by the environment variable MSREPL_ISA.
//
// If the name is unknown, or the processor or the program lacks the set, the process exits with a message and status
// 2 before anything is computed: a measurement meant for one set must not run with another.
package isa

import (
	"fmt"
	"os"
)

// Variable is the environment variable that names the set.
const Variable = "MSREPL_ISA"

// Set is a set of vector instructions.
type Set int

const (
	Plain  Set = iota // plain Go
	AVX2              // AVX2 with FMA and BMI2
	AVX512            // AVX-512 F, DQ, BW and VL with BMI2
	NEON              // Advanced SIMD of arm64
)

var names = [...]string{Plain: "plain", AVX2: "avx2", AVX512: "avx512", NEON: "neon"}

// String returns the name of s in MSREPL_ISA.
func (s Set) String() string { return names[s] }

// Chosen is the set in use. Tests compare with the kernels of the sets below it.
var Chosen = Best()

func init() {
	s, err := choose(os.Getenv(Variable), Best())
	if err != nil {
		fmt.Fprintf(os.Stderr, "msrepl: %v\n", err)
		os.Exit(2)
	}
	Chosen = s
}

// Use reports whether kernels of the set s may be used.
func Use(s Set) bool { return Chosen.includes(s) }

// includes reports whether a processor that supports s supports t.
func (s Set) includes(t Set) bool { return t == s || t == Plain || t == AVX2 && s == AVX512 }

// All returns the sets that the processor supports and the program has kernels for, best first. The last one is
// Plain.
func All() (list []Set) {
	for s := NEON; s >= Plain; s-- {
		if Best().includes(s) {
			list = append(list, s)
		}
	}
	return list
}

// choose returns the set called name, or best if name is empty.
func choose(name string, best Set) (Set, error) {
	if name == "" {
		return best, nil
	}
	for s := range Set(len(names)) {
		switch {
		case s.String() != name:
		case best.includes(s):
			return s, nil
		case !Assembled:
			return best, fmt.Errorf("%s=%s: this program has kernels in plain Go only", Variable, name)
		default:
			return best, fmt.Errorf("%s=%s: this processor has %s", Variable, name, best)
		}
	}
	return best, fmt.Errorf("%s=%s is unknown: avx512, avx2, neon or plain", Variable, name)
}
