package isa

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestChoose(t *testing.T) {
	lacks := "this processor has "
	if !Assembled {
		lacks = "this program has kernels in plain Go only"
	}
	for _, c := range []struct {
		name string
		best Set
		want Set
		err  string // part of the message
	}{
		{"", AVX512, AVX512, ""},
		{"", Plain, Plain, ""},
		{"avx512", AVX512, AVX512, ""},
		{"avx2", AVX512, AVX2, ""},
		{"plain", AVX512, Plain, ""},
		{"plain", Plain, Plain, ""},
		{"avx512", AVX2, 0, "MSREPL_ISA=avx512: " + lacks},
		{"avx2", Plain, 0, "MSREPL_ISA=avx2: " + lacks},
		{"", NEON, NEON, ""},
		{"neon", NEON, NEON, ""},
		{"plain", NEON, Plain, ""},
		{"avx2", NEON, 0, "MSREPL_ISA=avx2: " + lacks},
		{"neon", AVX512, 0, "MSREPL_ISA=neon: " + lacks},
		{"AVX2", AVX512, 0, "MSREPL_ISA=AVX2 is unknown: avx512, avx2, neon or plain"},
		{"sve", NEON, 0, "MSREPL_ISA=sve is unknown"},
	} {
		got, err := choose(c.name, c.best)
		switch {
		case c.err == "" && (err != nil || got != c.want):
			t.Errorf("choose(%q, %v) = %v, %v, want %v", c.name, c.best, got, err, c.want)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("choose(%q, %v): %v, want %s", c.name, c.best, err, c.err)
		}
	}
}

// TestStart runs this test's own binary under each value of the variable: what is in use, or what the process says
// before it ends.
func TestStart(t *testing.T) {
	if os.Getenv("PRINT_ISA") != "" {
		os.Stdout.WriteString("in use: " + Chosen.String() + "\n")
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		"": "in use: " + Best().String(), "plain": "in use: plain", Best().String(): "in use: " + Best().String(),
		"sse": "msrepl: MSREPL_ISA=sse is unknown",
	} {
		cmd := exec.Command(self, "-test.run", "^TestStart$")
		cmd.Env = append(os.Environ(), Variable+"="+value, "PRINT_ISA=1")
		out, err := cmd.CombinedOutput()
		if errors.Is(err, syscall.ENOEXEC) {
			t.Skip("an emulated test cannot start itself")
		}
		if !strings.Contains(string(out), want) || (err != nil) != strings.HasPrefix(want, "msrepl") {
			t.Errorf("MSREPL_ISA=%q: %v\n%s\nwant %s", value, err, out, want)
		}
		if value == "sse" && cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("MSREPL_ISA=sse ends with the status %d, want 2", cmd.ProcessState.ExitCode())
		}
	}
}
