package conform

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Realistic returns the programs of the folder dir, each up to three times: "whole NAME" runs as package main, "cells
// NAME" in the cells returned by Cut, and "again NAME" in these cells twice, like a notebook that is run again.
// NAME.out is the output of NAME.go in Go, see Record. Scripts of the cells are written to the folder tmp.
func Realistic(dir, tmp string) (list []Program, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".go")
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		cells, err := Cut(string(src))
		if err != nil {
			return nil, err
		}
		whole := Program{Name: "whole " + name, File: file, Exact: true}
		if err := whole.recorded(); err != nil {
			return nil, err
		}
		cut, err := whole.script("cells "+name, filepath.Join(tmp, name+".go"), cells)
		if err != nil {
			return nil, err
		}
		list = append(list, whole, cut)
		if whole.Code != 0 || !strings.HasSuffix(whole.Want, "\n") {
			continue
		}
		again, err := whole.script("again "+name, filepath.Join(tmp, name+"_again.go"), append(cells, cells...))
		if err != nil {
			return nil, err
		}
		again.Want += again.Want
		list = append(list, again)
	}
	return list, nil
}

// script writes the cells of a program to a file and returns that file as a program.
func (p Program) script(name, file string, cells []string) (Program, error) {
	p.Name, p.File, p.Cells = name, file, true
	return p, os.WriteFile(file, []byte("// %%\n"+strings.Join(cells, "\n// %%\n")+"\n"), 0o644)
}

// status matches the last line of a record if the exit status is not 0.
var status = regexp.MustCompile(`(?:^|\n)(exit status (\d+)\n)$`)

// recorded reads the recorded output of a program in Go.
func (p *Program) recorded() error {
	text, err := os.ReadFile(strings.TrimSuffix(p.File, ".go") + ".out")
	if err != nil {
		return fmt.Errorf("no record of what Go makes of a program (flag -record): %w", err)
	}
	p.Want = string(text)
	if m := status.FindStringSubmatchIndex(p.Want); m != nil {
		p.Code, err = strconv.Atoi(p.Want[m[4]:m[5]])
		p.Want = p.Want[:m[2]]
	}
	return err
}

// recordAll records the programs of the folder dir whose names match.
func recordAll(dir string, match *regexp.Regexp) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, file := range files {
		if err == nil && match.MatchString(strings.TrimSuffix(filepath.Base(file), ".go")) {
			err = Record(file)
		}
	}
	return err
}

// Record runs the program in file with Go and writes a file beside it: its standard output, and a last line "exit
// status N" if N is not 0. The program runs several times, on one processor and on more; if the output varies, that is
// an error.
func Record(file string) error {
	dir, err := os.MkdirTemp("", "conform")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-o", bin, file).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", file, err, out)
	}
	var first []byte
	for i, processors := range []string{"1", "2", "8", "2"} {
		var stdout, stderr bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, bin)
		cmd.Env = append(os.Environ(), "GOMAXPROCS="+processors)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit) && !strings.Contains(stderr.String(), "goroutine "):
			fmt.Fprintf(&stdout, "exit status %d\n", exit.ExitCode())
		case err != nil:
			return fmt.Errorf("%s: %w\n%s", file, err, &stderr)
		}
		if i == 0 {
			first = stdout.Bytes()
		} else if !bytes.Equal(first, stdout.Bytes()) {
			return fmt.Errorf("%s: the output differs between runs", file)
		}
	}
	return os.WriteFile(strings.TrimSuffix(file, ".go")+".out", first, 0o644)
}

// Excused reads a list of programs that are expected to fail, with lines "NAME: reason". Lines that begin with # are
// comments.
func Excused(file string) (map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") || s.Text() == "" {
			continue
		}
		name, reason, _ := strings.Cut(s.Text(), ": ")
		if reason == "" || list[name] != "" {
			return nil, fmt.Errorf("%s: %q has no reason, or is there twice", file, name)
		}
		list[name] = reason
	}
	return list, nil
}

// Verdict returns what is wrong with the outcome of a program, or "" if nothing is. excuse is the reason why the
// program is expected to fail, or "".
func (o *Outcome) Verdict(excuse string) string {
	switch {
	case o.Class == Pass && excuse != "":
		return fmt.Sprintf("passes, but is listed: %s", excuse)
	case o.Class != Pass && excuse == "":
		return fmt.Sprintf("%s, status %d\n%s\nwant status %d\n%s", o.Class, o.Exit, o.Got, o.Code, o.Want)
	}
	return ""
}
