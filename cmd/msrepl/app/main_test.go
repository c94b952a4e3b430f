package app

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestMain makes the test binary msrepl itself if it is called so, or the child of that, which waits for its end.
func TestMain(m *testing.M) {
	if os.Getenv("MSREPL_LAST_WORDS") != "" {
		Main()
	}
	testscript.Main(m, map[string]func(){"msrepl": Main})
}

// TestScripts runs the command lines in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: filepath.Join("testdata", "script"), RequireExplicitExec: true})
}

// binary returns a directory in which bin/msrepl is this program.
func binary(t testing.TB) (dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "bin", "msrepl")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestExitStatus(t *testing.T) {
	tests := []struct {
		args []string
		want int
	}{
		{[]string{"version"}, 0},
		{[]string{"-e", "1+1"}, 0},
		{[]string{"-e", "missing"}, exitFailed},
		{[]string{"-e", `panic("stop")`}, exitFailed},
		{[]string{"-e", "os.Exit(3)"}, 3},
		{[]string{"-e", `go func() { panic("stop") }(); time.Sleep(time.Minute)`}, 2},
		{[]string{"-e", `go func() { panic("stop") }()`, "-e", "1+1", "-e", "time.Sleep(time.Minute)"}, 2},
		{[]string{"-e", "go func() { time.Sleep(10*time.Millisecond); os.Exit(4) }(); runtime.Goexit()"}, 4},
		{[]string{"-e", ":quit", "-e", "missing"}, 0},
		{[]string{"-e", ":missing"}, exitFailed},
		{[]string{"run", "missing.go"}, exitFailed},
		{[]string{"missing"}, exitUsage},
		{[]string{"-missing"}, exitUsage},
	}
	for _, test := range tests {
		var out, err strings.Builder
		if got := Run(test.args, strings.NewReader(""), &out, &err); got != test.want {
			t.Errorf("msrepl %q has status %d, want %d\n%s%s", test.args, got, test.want, &out, &err)
		}
	}
}

// TestProgramEnds runs programs that end in ways of their own: their output, byte by byte, and their status are
// what compiled Go gives.
func TestProgramEnds(t *testing.T) {
	tests := []struct {
		name, body, out string
		status          int
	}{
		{"open line", `fmt.Print("a\x00\xff")`, "a\x00\xff", 0},
		{"open line, then a panic", `fmt.Print("a"); panic("stop")`, "a", exitFatal},
		{"exit", `defer fmt.Println("deferred"); fmt.Print("a"); os.Exit(3)`, "a", 3},
		{"exit that nothing recovers from", `func() { defer func() { recover() }(); os.Exit(4) }(); fmt.Println("here")`, "", 4},
		{"exit of a deferred function", `defer fmt.Println("deferred"); defer os.Exit(5); panic("stop")`, "", 5},
		{"exit of a goroutine", `defer fmt.Println("deferred"); go func() { defer fmt.Println("b"); os.Exit(6) }(); select {}`, "", 6},
		{"exit within compiled code", `fmt.Println(exiting(7)); fmt.Println("here")`, "", 7},
		{"exit of a handler", `srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { os.Exit(8) }))
			http.Get(srv.URL); fmt.Println("here")`, "", 8},
		{"log.Fatal", `defer func() { fmt.Println(recover()) }(); log.SetOutput(os.Stdout); log.SetFlags(0); log.Fatal("bye ", 1)`, "bye 1\n", 1},
		{"a logger's Fatalf", `type own struct{ *log.Logger }; own{log.New(os.Stdout, "> ", 0)}.Fatalf("no %d", 1)`, "> no 1\n", 1},
		{"a flag set", `defer fmt.Println("deferred"); f := flag.NewFlagSet("f", flag.ExitOnError); f.SetOutput(io.Discard)
			n := f.Int("n", 1, ""); f.Parse([]string{"-n", "2"}); fmt.Println(*n); f.Parse([]string{"-m"})`, "2\n", 2},
		{"a goroutine that ends itself", `done := make(chan bool); go func() { defer close(done); defer fmt.Println("a", recover()); runtime.Goexit() }()
			<-done; fmt.Println("b")`, "a <nil>\nb\n", 0},
		{"a panic", `defer fmt.Println("deferred"); panic("x")`, "deferred\n", 2},
		{"an index", `s := []int{1}; fmt.Println(s[len(os.Args)+1])`, "", 2},
		{"main that ends itself", `defer fmt.Println("deferred"); runtime.Goexit()`, "deferred\n", 2},
		{"a deadlock", `fmt.Println("a"); select {}`, "a\n", 2},
		{"a panic before main", "}\nfunc init() { fmt.Println(`a`); panic(`x`)", "a\n", 2},
		{"a panic of a variable", "println(x) }\nvar x = f()\nfunc f() int { fmt.Println(`a`); panic(`x`)", "a\n", 2},
		{"what does not compile", `x := "a" + 1`, "", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "main.go")
			text := "package main\ntype exiting int\nfunc (e exiting) String() string { os.Exit(int(e)); return \"\" }\nfunc main() { " + test.body + " }\n"
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, err strings.Builder
			if got := Run([]string{"run", file}, strings.NewReader(""), &out, &err); got != test.status || out.String() != test.out {
				t.Errorf("status %d, output %q, want %d, %q\n%s", got, out.String(), test.status, test.out, &err)
			}
		})
	}
}

// TestDeadlockStatus: what the program has started for itself does not hide a deadlock.
func TestDeadlockStatus(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), testenv.Patience)
	defer cancel()
	var said strings.Builder
	cmd := exec.CommandContext(ctx, filepath.Join(binary(t), "bin", "msrepl"), "-e", "a, b := make(chan int), make(chan int); go func() { a <- <-b }(); <-a")
	cmd.Stderr = &said
	_ = cmd.Run() // the status says
	if got := cmd.ProcessState.ExitCode(); got != exitFailed || !strings.Contains(said.String(), "Deadlock: all goroutines are asleep") {
		t.Errorf("exit status %d, %s", got, &said)
	}
}

// TestSignalStatus: a cell that waits for a signal is in no deadlock.
func TestSignalStatus(t *testing.T) {
	cmd := exec.Command(filepath.Join(binary(t), "bin", "msrepl"), "-e", `c := make(chan os.Signal, 1); signal.Notify(c); fmt.Println("waits"); for (<-c).String() != "hangup" {}`)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "waits\n" {
		t.Fatal(line, err)
	}
	time.Sleep(time.Second) // a deadlock would be reported
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestInterruptStatus interrupts a cell from outside.
func TestInterruptStatus(t *testing.T) {
	cmd := exec.Command(filepath.Join(binary(t), "bin", "msrepl"), "-e", `fmt.Println("running"); for {}`)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "running\n" {
		t.Fatal(line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status says
	if got := cmd.ProcessState.ExitCode(); got != exitInterrupted {
		t.Errorf("exit status %d, want %d", got, exitInterrupted)
	}
}
