package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	aConstant   = regexp.MustCompile(`\b((single|double|eight|sixteen)[0-9a-f]+)<>\+0\(SB\)`)
	aRegister   = regexp.MustCompile(`\b[XYZ]([0-9]+)\b`)
	aWideVector = regexp.MustCompile(`\bZ[0-9]+\b`)
	aBranch     = regexp.MustCompile(`^(\w+:$|\tJ)`) // a label or a jump
)

// loads are how AVX-512 fills a register with a constant.
var loads = map[string]string{
	"single": "VBROADCASTSS", "double": "VBROADCASTSD", "eight": "VBROADCASTF32X8", "sixteen": "VMOVUPD",
}

// toMoves makes the loads copies of registers.
var toMoves = strings.NewReplacer(
	"VBROADCASTSS ", "VMOVUPS ", "VBROADCASTSD ", "VMOVUPD ", "VBROADCASTF32X8 ", "VMOVUPS ",
)

// hoistConstants lets a function of AVX-512 load constants before its first label or jump, as many as there are
// registers that it does not use, those first that it reads most often: the processor may load one vector a cycle, no
// more.
func hoistConstants(function string) string {
	lines := strings.Split(function, "\n")
	begin := slices.IndexFunc(lines, aBranch.MatchString)
	if begin < 0 {
		return function
	}
	used, count, kind := map[string]bool{}, map[string]int{}, map[string]string{}
	var names []string // by their first use
	for _, line := range lines {
		for _, m := range aRegister.FindAllStringSubmatch(line, -1) {
			used[m[1]] = true
		}
		if m := aConstant.FindStringSubmatch(line); m != nil && aWideVector.MatchString(line) {
			if count[m[1]]++; count[m[1]] == 1 {
				names = append(names, m[1])
			}
			kind[m[1]] = m[2]
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return count[b] - count[a] })
	register := map[string]string{}
	var head []string
	for n := 31; n >= 0 && len(head) < len(names); n-- {
		if !used[fmt.Sprint(n)] {
			name := names[len(head)]
			register[name] = fmt.Sprintf("Z%d", n)
			head = append(head, fmt.Sprintf("\t%s %s<>+0(SB), Z%d", loads[kind[name]], name, n))
		}
	}
	for i, line := range lines {
		if m := aConstant.FindStringSubmatch(line); m != nil && register[m[1]] != "" && aWideVector.MatchString(line) {
			lines[i] = inRegister(line, m[0], register[m[1]])
		}
	}
	return strings.Join(slices.Insert(lines, begin, append(head, "")...), "\n")
}

// inRegister is a line with a register in the place of a constant.
func inRegister(line, constant, register string) string {
	line = strings.Replace(strings.Replace(line, constant, register, 1), ".BCST", "", 1)
	return toMoves.Replace(line)
}
