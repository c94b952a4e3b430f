// Package conform measures how far sessions conform to Go: it runs the programs of the Go distribution's own tests in
// sessions and compares output and exit status with Go's.
package conform

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Program is a program with its expected output and status in Go.
type Program struct {
	Name string // such as "ken/array.go"
	File string
	Want string // standard output and standard error together
	Code int    // exit status

	Exact bool // Want is only standard output, compared byte by byte
	Cells bool // runs in cells, which complete an unfinished line
}

// Class is the kind of outcome of a program.
type Class string

// The classes, best first.
const (
	Pass    Class = "pass"    // output and status are Go's
	Refused Class = "refused" // not run, with a message that gives the reason
	Stopped Class = "stopped" // ended at run time with a message that names a limit
	Failed  Class = "failed"  // ended with an error that Go does not report
	Wrong   Class = "wrong"   // completed with different output
	Hang    Class = "hang"    // did not end in time
	Crash   Class = "crash"   // ended the session
)

// Outcome is the result of running a program.
type Outcome struct {
	Program
	Class Class
	Got   string // standard output and standard error together
	Out   string // standard output, if the program is exact
	Exit  int
	Took  time.Duration
}

// Limit marks messages about limits of sessions.
const Limit = "(a limit of the session)"

// maxOutput is the maximum number of bytes that are kept of a program's output.
const maxOutput = 1 << 20

// Run runs one program by the msrepl binary bin.
func Run(bin string, p Program, timeout time.Duration) Outcome {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "run", p.File)
	asGroup(cmd)
	cmd.WaitDelay = 30 * time.Second // for a child that waits for the last output, on a busy machine
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=1GiB", "GOTRACEBACK=single")
	out := &bounded{}
	stdout := &bounded{}
	cmd.Stdout, cmd.Stderr = out, out
	if p.Exact {
		cmd.Stdout = io.MultiWriter(stdout, out)
	}
	start := time.Now()
	err := cmd.Run()
	o := Outcome{Program: p, Got: out.String(), Out: stdout.String(), Took: time.Since(start)}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		o.Class = Hang
		return o
	case errors.As(err, &exit):
		o.Exit = exit.ExitCode()
	case err != nil:
		o.Class, o.Got = Crash, err.Error()
		return o
	}
	o.Class = o.classify()
	return o
}

// kind matches the first line of a runtime error.
var kind = regexp.MustCompile(`^\S+:\d+:\d+: [A-Z]\w+: `)

func (o *Outcome) classify() Class {
	switch {
	case o.Exit == o.Code && o.same():
		return Pass
	case strings.Contains(o.Got, "\ngoroutine 1 [") || o.Exit < 0:
		return Crash
	case o.Exit == 0:
		return Wrong
	case strings.HasPrefix(o.Got, "LimitError: "):
		return Refused // the session does not compile the program
	case strings.Contains(o.Got, "LimitError: "):
		return Stopped
	case strings.HasPrefix(o.Got, o.File+":") && !kind.MatchString(o.Got):
		return Refused
	default:
		return Failed
	}
}

// same reports whether the output is Go's.
func (o *Outcome) same() bool {
	want := o.Want[:min(len(o.Want), maxOutput)] // Got is truncated
	if o.Exact {
		return o.Out == want || o.Cells && o.Out == want+"\n"
	}
	return strings.TrimRight(o.Got, "\n") == strings.TrimRight(want, "\n") // a session ends the last line
}

// All runs programs, several at a time, and calls each with their outcomes, in order.
func All(bin string, list []Program, workers int, timeout time.Duration, each func(Outcome)) {
	done := make([]chan Outcome, len(list))
	for i := range done {
		done[i] = make(chan Outcome, 1)
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Go(func() {
			for i := range next {
				done[i] <- Run(bin, list[i], timeout)
			}
		})
	}
	go func() {
		for i := range list {
			next <- i
		}
		close(next)
	}()
	for _, c := range done {
		each(<-c)
	}
	wg.Wait()
}

// bounded is a writer that keeps only the first maxOutput bytes.
type bounded struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (b *bounded) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if room := maxOutput - b.b.Len(); room > 0 {
		b.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// String returns the kept output.
func (b *bounded) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
