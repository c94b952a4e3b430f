package vm_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// shared are maps and what two goroutines do with them at once, in endless loops.
var shared = []struct{ typ, f, g string }{
	{"map[int]int", "m[i&7]++", "m[i&7]++"},
	{"map[string]int", "m[fmt.Sprint(i&7)] = i", "m[\"1\"]++"},
	{"map[string]string", "m[fmt.Sprint(i&7)] = \"a\"", "_, _ = m[\"1\"]"},
	{"map[int]int", "m[i&7]++", "_ = m[1]"},
	{"map[any]struct{ a, b int }", "m[i&7] = m[1]", "delete(m, 1)"},
	{"map[int]int", "m[i&63]++", "for k, v := range m { n += k * v }"},
	{"map[int]int", "m[i&63]++", "clear(m)"},
	{"map[int]int", "m[i&63]++", "func() { defer delete(m, 1) }()"},
	{"map[int][]int", "m[i&63] = append(m[i&63][:0], 1)", "for range m { n++ }"},
}

// TestSharedMaps runs them in a process of their own, which Go would end.
func TestSharedMaps(t *testing.T) {
	const env = "VM_SHARED_MAPS"
	if os.Getenv(env) != "" {
		runShared(t)
		return
	}
	if raceEnabled {
		t.Skip("the race detector finds the races")
	}
	if runtime.GOMAXPROCS(0) == 1 {
		t.Skip("on one processor they hardly meet")
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestSharedMaps$", "-test.v")
	cmd.Env = append(os.Environ(), env+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func runShared(t *testing.T) {
	var b strings.Builder
	b.WriteString("import \"fmt\"\nvar _ = fmt.Sprint\nvar c = make(chan any, 1)\nfunc end() any { return <-c }\nfunc drain() { select { case <-c: default: } }\n")
	for i, s := range shared {
		fmt.Fprintf(&b, `func run%d() {
	m := make(%s)
	loop := func(f func(int)) {
		defer func() { select { case c <- recover(): default: } }()
		for i := 0; ; i++ { f(i) }
	}
	n := 0
	go loop(func(i int) { %s })
	go loop(func(i int) { %s })
	_ = n
}
`, i, s.typ, s.f, s.g)
	}
	h := newHalting()
	p := load(t, &h.Host, b.String(), nil)
	for i, s := range shared {
		for range 20 {
			p.run(fmt.Sprint("run", i))
			v := value[func() any](p, "end")()
			err, ok := v.(runtime.Error)
			if !ok || !strings.HasPrefix(err.Error(), "concurrent map ") {
				t.Errorf("%v: %v", s, v)
			}
			h.Halt()
			h.ended(t)
			h.Resume()
			p.run("drain")
		}
	}
}
