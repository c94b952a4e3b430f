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

// loads are the instructions with which AVX-512 fills a register with a constant.
var loads = map[string]string{
	"single": "VBROADCASTSS", "double": "VBROADCASTSD", "eight": "VBROADCASTF32X8", "sixteen": "VMOVUPD",
}

// toMoves turns loads into register moves.
var toMoves = strings.NewReplacer(
	"VBROADCASTSS ", "VMOVUPS ", "VBROADCASTSD ", "VMOVUPD ", "VBROADCASTF32X8 ", "VMOVUPS ",
)

// hoistConstants moves loads of constants before the first label or jump of an AVX-512 function, the most frequently
// read ones first, as long as there are unused registers: a processor may load only one vector per cycle.
func hoistConstants(function string) string {
	lines := strings.Split(function, "\n")
	begin := slices.IndexFunc(lines, aBranch.MatchString)
	if begin < 0 {
		return function
	}
	used, count, kind := map[string]bool{}, map[string]int{}, map[string]string{}
	var names []string // in the order of first use
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

// inRegister returns a line with a constant replaced by a register.
func inRegister(line, constant, register string) string {
	line = strings.Replace(strings.Replace(line, constant, register, 1), ".BCST", "", 1)
	return toMoves.Replace(line)
}
