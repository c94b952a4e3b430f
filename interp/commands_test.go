package interp

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestCommands compares outputs that differ from run to run with patterns.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o777); err != nil {
		t.Fatal(err)
	}
	rec := &recorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct{ src, want string }{
		{"%time x := 1 + 1", `^CPU times: user \S+ [mµn]?s, sys: \S+ [mµn]?s, total: \S+ [mµn]?s\nWall time: \S+ [mµn]?s\n$`},
		{"%%time\ny := x\ny", `^CPU times: .*\nWall time: .*\n2\n$`},
		{"%timeit -n 10 -r 2 x + 1", `^\S+ [µn]s ± \S+ [µn]s per loop \(mean ± std\. dev\. of 2 runs, 10 loops each\)\n$`},
		{"%timeit -n1 -r1 time.Sleep(2*time.Millisecond)", `^\S+ ms ± 0 ns per loop \(mean ± std\. dev\. of 1 run, 1 loop each\)\n$`},
		{"%%timeit -n 1000\nz := x\n_ = z", `of 7 runs, 1,000 loops each\)\n$`},
		{"%%timeit -n 3 -r 1 n := 10; step := 2\nn += step\nfmt.Println(n)", `^12\n14\n16\n.* of 1 run, 3 loops each\)\n$`},
		{"%%time x = 20\nx++\nx", `^CPU times: .*\nWall time: .*\n21\n$`},
		{"%%pprof -o here.pprof x = 30\nx++\nx", `here\.pprof; (.*\n)31\n$`},
		{"%pprof x + 1", `^(too short to profile: no samples were taken|.*\(of \S+ m?s\)(\n +\S+ m?s +[\d.]+%.*)+)\n32\n$`},
		{"%memory", `^in use +[\d.]+ [KM]iB\n(.*\n)+goroutines +\d+\n$`},
		{"%pprof -o here.pprof n := 0; for i := range 300_000 { n += i }", `here\.pprof; go tool pprof`},
		{"%cd below", regexp.QuoteMeta(filepath.Join(dir, "below"))},
		{"os.Getwd()", "below\""},
		{"%cd -", regexp.QuoteMeta(dir) + "\n$"},
		{"%cd ~/below", regexp.QuoteMeta(filepath.Join(dir, "below"))},
		{"%cd", regexp.QuoteMeta(dir) + "\n$"},
		{"%%writefile ~/two words.go\nwords := 2", `^Writing ` + regexp.QuoteMeta(dir) + `/two words\.go\n$`},
		{"%run ~/two words.go\nwords", "^2\n$"},
		{`%save "~/more words" 2`, `^1 cells written to ` + regexp.QuoteMeta(dir) + `/more words\.go\n$`},
		{"%save '~/words.go'", `cells written to ` + regexp.QuoteMeta(dir) + `/words\.go\n$`},
		{"%pwd", regexp.QuoteMeta(dir) + "\n$"},
		{"%env", `(?m)^PATH=`},
		{"%help", `(?m)^%timeit \[-n loops\]`},
	} {
		r := s.Eval(c.src)
		got := rec.take()
		if r.Value != nil {
			got += r.Value.Text() + "\n"
		}
		if r.Err != nil || !regexp.MustCompile(c.want).MatchString(got) {
			t.Errorf("%s: printed %q, error %v, want %s", c.src, got, r.Err, c.want)
		}
	}
	if files, err := filepath.Glob("*.pprof"); len(files) != 1 || files[0] != "here.pprof" || err != nil {
		t.Errorf("profiles in %q, %v", files, err)
	}
}

// TestWrittenWhole: commands write a new file and then replace the old one, which stays complete until then.
func TestWrittenWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newSession(t, "x := 1")
	for _, src := range []string{"%save a.go", "%%writefile a.go\nnew", "%pprof -o a.go x"} {
		if err := os.WriteFile("a.go", []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		old, err := os.Open("a.go")
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Eval(src); r.Err != nil {
			t.Errorf("%s: %v", src, r.Err)
		}
		text, err := io.ReadAll(old)
		if now, _ := os.ReadFile("a.go"); string(text) != "old" || err != nil || string(now) == "old" {
			t.Errorf("%s: the old file has %q, the new one %q, %v", src, text, now, err)
		}
		old.Close()
	}
}

func TestRerunMisuse(t *testing.T) {
	s := newSession(t, "n := 1", "n\n%rerun 1\nn")
	for src, want := range map[string]string{
		"%rerun 2":  "a cell that is run again cannot use %rerun",
		"%rerun 99": "no earlier cell matches 99", "%rerun 2-1": "no earlier cell matches 2-1",
		"%history 99": "no earlier cell matches 99", "%save x.go 50-60": "no earlier cell matches 50-60",
		"%rerun -g nothing": "no earlier cell matches rerun -g nothing", "%rerun one": `"one" is neither a cell number`,
		"%rerun -l": "rerun -l needs a number of cells", "%rerun -l 0": "rerun -l needs a number of cells",
		"%rerun -g": "rerun -g needs a text",
	} {
		if r := s.Eval(src); r.Err == nil || !strings.HasPrefix(r.Err.Msg, want) {
			t.Errorf("%s: %v, want %s", src, r.Err, want)
		}
	}
	if r := s.Eval("%rerun 1"); r.Err != nil {
		t.Error(r.Err)
	}
}

// TestInterruptShell checks that an interrupt ends a command of the shell and what it has started.
func TestInterruptShell(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const seconds = 1000 // longer than go test's patience
	r := evalInterrupted(s, fmt.Sprintf("!sleep %d; sleep %[1]d", seconds))
	if r.Err == nil || r.Err.Kind != kindInterrupt {
		t.Error(r.Err)
	}
	if r := s.Eval("1"); r.Err != nil {
		t.Error(r.Err)
	}
}

// evalInterrupted interrupts a cell every tenth of a second until it ends: an interrupt before it has begun is none.
func evalInterrupted(s *Session, src string) Result {
	done := make(chan Result, 1)
	go func() { done <- s.Eval(src) }()
	for {
		select {
		case r := <-done:
			return r
		case <-time.After(100 * time.Millisecond):
			s.Interrupt()
		}
	}
}

func TestIsCompleteCommands(t *testing.T) {
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		src  string
		want Completeness
	}{
		{"%who", Complete},
		{"!ls (", Complete},
		{"x?", Complete},
		{"%%time", Incomplete},
		{"%%time\nfor {", Incomplete},
		{"%%time\n1 + 1", Complete},
		{"%%bash\necho", Incomplete},
		{"%%bash\necho\n\n", Complete},
		{"%pwd\nfor {", Incomplete},
		{"x := 1\n%who", Complete},
	} {
		if got, _ := s.IsComplete(c.src); got != c.want {
			t.Errorf("IsComplete(%q) = %v, want %v", c.src, got, c.want)
		}
	}
}

// TestCommandsDocumented checks that the table in docs/session.md is the table of commands.
func TestCommandsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/session.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Commands() {
		row := "| `" + strings.ReplaceAll(c.usage("%"), "|", "\\|") + "` | " + c.Help + " |"
		if !strings.Contains(string(text), row+"\n") {
			t.Errorf("docs/session.md lacks the row\n%s", row)
		}
	}
}

func TestTimeText(t *testing.T) { // IPython's _format_time
	for _, c := range []struct {
		in   time.Duration
		want string
	}{
		{0, "0 ns"},
		{1, "1 ns"},
		{1234, "1.23 µs"},
		{12345678, "12.3 ms"},
		{999 * time.Millisecond, "999 ms"},
		{2500 * time.Millisecond, "2.5 s"},
		{75 * time.Second, "1min 15s"},
		{2*time.Hour + 90*time.Second, "2h 1min 30s"},
	} {
		if got := timeText(c.in); got != c.want {
			t.Errorf("timeText(%v) = %q, want %q", c.in, got, c.want)
		}
	}
}
