package session

import (
	"embed"
	"math"
	"os/exec"
	"path"
	"strconv"
	"strings"
)

// programs are small programs in both languages: a cell, a separator line, and the same in Python. Both declare run.
//
//go:embed programs/*.txt
var programs embed.FS

// theSame is the line that separates the two.
const theSame = "--- Python\n"

// timedProgram measures the time of a Python program in the same way as ours.
const timedProgram = `
import time
result, ts = run(), []
for _ in range(7):
    t = time.CLOCK(); run(); ts.append(time.CLOCK() - t)
print(result, sorted(ts)[3])
`

// programRows compares small programs in a session with the same programs in Python.
func programRows() (rows []row) {
	files, err := programs.ReadDir("programs")
	if err != nil {
		fatal("%v", err)
	}
	sum := 0.0
	for _, f := range files {
		text, err := programs.ReadFile("programs/" + f.Name())
		if err != nil {
			fatal("%v", err)
		}
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		cell, twin, _ := strings.Cut(string(text), theSame)
		s := session(cell)
		result := s.Eval("run()")
		if result.Err != nil || result.Value == nil {
			fatal("program %s: %v", name, result.Err)
		}
		ours := median(times(7, func(int) { run(s, "run();") }))
		s.Close()
		theirs, ok := ofPython(name, twin, result.Value.Text())
		if !ok {
			return []row{{"programs: no " + python + " to compare with", 0, "", 0, ""}}
		}
		r := float64(ours.Nanoseconds()) / theirs
		sum += math.Log(r)
		rows = append(rows, row{"program " + name + ", beside Python", r, "×", 1.2, " (" + number(float64(ours.Microseconds())/1e3) + " ms)"})
	}
	return append(rows, row{"programs, geometric mean", math.Exp(sum / float64(len(files))), "×", 0.4, ""})
}

// ofPython returns the time of a program in Python, in nanoseconds. Its result must be the same.
func ofPython(name, program, want string) (ns float64, ok bool) {
	out, err := exec.Command(python, "-c", program+strings.ReplaceAll(timedProgram, "CLOCK", clockOf[*by])).Output()
	if err != nil {
		return 0, false
	}
	result, took, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if a, err := strconv.ParseFloat(result, 64); err == nil {
		if b, err := strconv.ParseFloat(want, 64); err != nil || a != b {
			fatal("program %s: %s in a session, %s in Python", name, want, result)
		}
	}
	if ns, err = strconv.ParseFloat(took, 64); err != nil {
		fatal("%v", err)
	}
	return ns, true
}
