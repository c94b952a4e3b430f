package tensors

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// This file counts the instructions of operations. A child process under ptrace repeats an operation between marks,
// and its parent single-steps it. Its other threads are stopped meanwhile, so that nothing interrupts it, and the
// collector is off: the count does not depend on other work of the machine. Taking the minimum count excludes the
// occasional allocation of a new page of memory.

// mark is the signal with which the process marks the beginning or end of a count; it is not delivered.
const mark = unix.SIGUSR1

// countedRuns is how often an operation is counted. Before that, it runs often enough for all type assertions and
// switches on the way to have their types cached: of those that miss, the runtime enters a random one in 1,024.
const (
	warmingRuns = 16 << 10
	countedRuns = 12
)

// The counted process computes on its first thread, which is the one traced.
func init() {
	if slices.Contains(os.Args, "-step") {
		runtime.LockOSThread()
	}
}

// stepAlong is the main function of the counted process, for the named operation. Between its first two marks there
// is nothing but the mark itself.
func stepAlong(name string) {
	all := countedOps()
	run := fresh(all[slices.IndexFunc(all, func(c counted) bool { return c.name == name })].workload)
	for range warmingRuns {
		run()
	}
	runtime.UnlockOSThread() // otherwise no other thread would take over when the goroutine yields
	here := thread{uintptr(os.Getpid()), uintptr(unix.Gettid())}
	here.mark()
	for range countedRuns {
		here.mark()
		run()
	}
	here.mark()
}

type thread struct{ pid, tid uintptr }

// mark marks the beginning or end of a count, by a signal that only the tracer sees. The call bypasses the scheduler,
// so that it does not start another thread because this one blocks.
func (t thread) mark() { unix.RawSyscall(unix.SYS_TGKILL, t.pid, t.tid, uintptr(mark)) }

// countSteps returns the number of instructions of an operation of workload w with an instruction set.
func countSteps(w workload, set isa.Set) (float64, error) {
	runtime.LockOSThread() // ptrace is per thread
	defer runtime.UnlockOSThread()
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	defer onOneProcessor()()
	env := append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1", isa.Variable+"="+set.String())
	pid, err := syscall.ForkExec(self, []string{self, "tensors", "-step", w.name}, &syscall.ProcAttr{
		Env: env, Files: []uintptr{0, 1, 2}, Sys: &syscall.SysProcAttr{Ptrace: true, Pdeathsig: syscall.SIGKILL},
	})
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSYS) {
		return 0, errNoTrace
	}
	if err != nil {
		return 0, err
	}
	t := tracee{pid: pid}
	defer t.end()
	defer time.AfterFunc(time.Minute, func() { unix.Kill(pid, unix.SIGKILL) }).Stop()
	if err := t.toFirstMark(); err != nil {
		return 0, err
	}
	empty, err := t.stepToMark()
	least := math.MaxInt
	for range countedRuns {
		n, e := t.stepToMark()
		least, err = min(least, n-empty), errors.Join(err, e)
	}
	return float64(least) / w.work, err
}

// onOneProcessor pins this thread and the processes that it starts to one processor, where switching between them is
// ten times as fast as on two.
func onOneProcessor() (undo func()) {
	var before, one unix.CPUSet
	if unix.SchedGetaffinity(0, &before) != nil {
		return func() {}
	}
	for cpu := 0; one.Count() == 0; cpu++ {
		if before.IsSet(cpu) {
			one.Set(cpu)
		}
	}
	unix.SchedSetaffinity(0, &one)
	return func() { unix.SchedSetaffinity(0, &before) }
}

// tracee is the counted process.
type tracee struct {
	pid    int   // ID of the process and of its first thread
	others []int // stopped threads
}

// end kills the process and waits for its threads. The first thread ends last.
func (t *tracee) end() {
	unix.Kill(t.pid, unix.SIGKILL)
	for _, tid := range append(t.others, t.pid) {
		for err := error(nil); err == nil; {
			_, err = wait(tid)
		}
	}
}

// toFirstMark lets the process run to its first mark and stops its other threads there.
func (t *tracee) toFirstMark() error {
	_, err := wait(t.pid) // it stops before it starts
	if err == nil {
		err = unix.PtraceSetOptions(t.pid, unix.PTRACE_O_EXITKILL)
	}
	for s := unix.Signal(0); err == nil && s != mark; {
		if err = unix.PtraceCont(t.pid, int(s)); err == nil {
			s, err = wait(t.pid)
		}
	}
	if err != nil {
		return err
	}
	return t.stopOthers()
}

// stepToMark counts the steps to the next mark.
func (t *tracee) stepToMark() (n int, err error) {
	for {
		if err := unix.PtraceSingleStep(t.pid); err != nil {
			return n, err
		}
		s, err := wait(t.pid)
		if err != nil || s == mark {
			return n, err
		}
		n++
	}
}

// stopOthers stops all threads but the first.
func (t *tracee) stopOthers() error {
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", t.pid))
	if err != nil {
		return err
	}
	for _, e := range list {
		tid, err := strconv.Atoi(e.Name())
		if err != nil || tid == t.pid {
			continue
		}
		if err := unix.PtraceAttach(tid); err != nil {
			return err
		}
		t.others = append(t.others, tid)
		if _, err := wait(tid); err != nil {
			return err
		}
	}
	return nil
}

// wait waits until a thread stops and returns the signal that stopped it.
func wait(tid int) (unix.Signal, error) {
	var status unix.WaitStatus
	for {
		_, err := unix.Wait4(tid, &status, unix.WALL, nil)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case !status.Stopped():
			return 0, fmt.Errorf("the counted process ended: %v", status)
		}
		return status.StopSignal(), nil
	}
}
