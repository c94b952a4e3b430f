package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// constantOf matches an instruction that reads a constant whose elements are all equal.
var constantOf = regexp.MustCompile(`^\t(V[A-Z0-9]+)( +(?:\$0x[0-9a-f]+, )?)((single|double)[0-9a-f]+<>\+0\(SB\),.*\bZ[0-9]+.*)$`)

// beyond matches registers that AVX2 lacks.
var beyond = regexp.MustCompile(`\b[XY](1[6-9]|[23][0-9])\b`)

// broadcasting are the AVX-512 instructions that can repeat an element from memory, besides those ending in PS and
// PD.
var broadcasting = map[string]bool{
	"VADD": true, "VSUB": true, "VMUL": true, "VAND": true, "VOR": true, "VXOR": true, "VCMP": true,
	"VFMADD213": true, "VFMADD231": true, "VFNMADD231": true, "VFMSUB231": true,
}

// broadcastConstants makes AVX-512 code read one element of a constant instead of 64 bytes: the linker aligns
// constants to 32 bytes, so that half of them would span two cache lines.
func broadcastConstants(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		m := constantOf.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		switch {
		case m == nil:
		case m[1] == "VMOVUPS" || m[1] == "VMOVUPD":
			element := map[string]string{"single": "VBROADCASTSS", "double": "VBROADCASTSD"}[m[4]]
			line = "\t" + element + m[2] + m[3] + "\n"
		case broadcasting[m[1][:len(m[1])-2]] && (m[4] == "double") == strings.HasSuffix(m[1], "PD"):
			line = "\t" + m[1] + ".BCST" + m[2] + m[3] + "\n"
		}
		b.WriteString(line)
	}
	functions := strings.SplitAfter(b.String(), "\n\n// func ")
	for i, f := range functions {
		if m := beyond.FindString(f); m != "" && !aWideVector.MatchString(f) {
			err = errors.Join(err, fmt.Errorf("%s is not a register of AVX2: func %.20s", m, f))
		}
		functions[i] = hoistConstants(f)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strings.Join(functions, "")), 0o644)
}
