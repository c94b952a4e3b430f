package neon

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestWords has another assembler encode every vector instruction of the generated files from its spelling.
func TestWords(t *testing.T) {
	words := map[string]uint32{}
	line := regexp.MustCompile(`(?m)^\tWORD \$0x([0-9a-f]{8}) // (.+)$`)
	for _, file := range []string{"../gemm/zz_gemm_arm64.s", "../simd/zz_simd_arm64.s"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := line.FindAllStringSubmatch(string(text), -1)
		if n := strings.Count(string(text), "WORD"); n != len(found) || n < 1000 {
			t.Errorf("%s has %d words, of which %d are spelled", file, n, len(found))
		}
		for _, m := range found {
			word, err := strconv.ParseUint(m[1], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			if old, ok := words[m[2]]; ok && old != uint32(word) {
				t.Errorf("%s: %08x and %08x", m[2], old, word)
			}
			words[m[2]] = uint32(word)
		}
	}
	var spelled []string
	for text := range words {
		spelled = append(spelled, text)
	}
	for i, word := range assemble(t, spelled) {
		if word != words[spelled[i]] {
			t.Errorf("%s is %08x, want %08x", spelled[i], words[spelled[i]], word)
		}
	}
}

// assemble returns the words of instructions by LLVM.
func assemble(t *testing.T, spelled []string) (words []uint32) {
	t.Helper()
	cmd := exec.Command(testenv.Program(t, "llvm-mc"), "-triple=aarch64", "-mattr=+neon", "-show-encoding")
	cmd.Stdin = strings.NewReader(strings.Join(spelled, "\n") + "\n")
	out := testenv.Output(t, cmd)
	encoding := regexp.MustCompile(`encoding: \[0x(..),0x(..),0x(..),0x(..)\]`)
	for _, m := range encoding.FindAllStringSubmatch(out, -1) {
		word, err := strconv.ParseUint(m[4]+m[3]+m[2]+m[1], 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, uint32(word))
	}
	if len(words) != len(spelled) {
		t.Fatalf("%d instructions became %d words\n%s", len(spelled), len(words), out)
	}
	return words
}
