package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	out, err := exec.Command("echo", "hello", "world").Output()
	fmt.Printf("%q %v\n", out, err)
	cmd := exec.Command("tr", "a-z", "A-Z")
	cmd.Stdin = strings.NewReader("some input")
	var buf bytes.Buffer
	cmd.Stdout = &buf
	fmt.Println(cmd.Run(), buf.String())
	err = exec.Command("sh", "-c", "exit 3").Run()
	var ee *exec.ExitError
	if errors.As(err, &ee) {
		fmt.Println("status", ee.ExitCode(), ee)
	}
	_, err = exec.LookPath("no-such-program")
	fmt.Println(errors.Is(err, exec.ErrNotFound), err)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	fmt.Println(exec.CommandContext(ctx, "sleep", "5").Run())
	direct := exec.Command("echo", "direct")
	direct.Stdout, direct.Stderr = os.Stdout, os.Stderr
	fmt.Println(direct.Run())
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, syscall.SIGUSR1, syscall.SIGTERM)
	fmt.Println(syscall.Kill(syscall.Getpid(), syscall.SIGUSR1))
	fmt.Println(<-sigs)
	signal.Stop(sigs)
	_, err = os.Open("/no/such/file")
	fmt.Println(errors.Is(err, syscall.ENOENT), errors.Is(err, fs.ErrNotExist))
	var pe *os.PathError
	if errors.As(err, &pe) {
		fmt.Println(pe.Err == syscall.ENOENT, pe.Err)
	}
	fmt.Println(syscall.EEXIST, syscall.SIGINT, syscall.Errno(2).Is(fs.ErrNotExist))
	p, w, _ := os.Pipe()
	c := exec.Command("cat")
	c.Stdin = p
	stdout, _ := c.StdoutPipe()
	if err := c.Start(); err != nil {
		fmt.Println(err)
	}
	fmt.Fprint(w, "through a pipe")
	w.Close()
	b := make([]byte, 64)
	n, _ := stdout.Read(b)
	fmt.Println(string(b[:n]), c.Wait(), c.ProcessState.Success())
}
