package main

import (
	"errors"
	"fmt"
	"os"
)

type Code int

const (
	OK Code = iota
	NotFound
	Denied
	_
	Internal
)

func (c Code) Error() string {
	switch c {
	case OK:
		return "ok"
	case NotFound:
		return "not found"
	case Denied:
		return "denied"
	case Internal:
		return "internal"
	}
	return fmt.Sprintf("code %d", int(c))
}

type opError struct {
	op string
	Code
	detail []string
}

func (e *opError) Error() string {
	s := e.op + ": " + e.Code.Error()
	for _, d := range e.detail {
		s += " (" + d + ")"
	}
	return s
}

func (e *opError) Unwrap() error { return e.Code }

func (e *opError) with(format string, args ...any) *opError {
	e.detail = append(e.detail, fmt.Sprintf(format, args...))
	return e
}

type store struct {
	files map[string]string
	owner map[string]string
}

func (s store) read(user, name string) (text string, err error) {
	fail := func(c Code) *opError { return &opError{op: "read", Code: c} }
	text, ok := s.files[name]
	if !ok {
		return "", fail(NotFound).with("file %s", name)
	}
	if o := s.owner[name]; o != "" && o != user {
		return "", fail(Denied).with("owner %s", o).with("user %s", user)
	}
	if text == "" {
		return "", fail(Internal)
	}
	return text, nil
}

func exitCode(err error) int {
	var c Code
	if errors.As(err, &c) {
		return int(c)
	}
	if err != nil {
		return 99
	}
	return 0
}

func run(args []string) (err error) {
	s := store{
		files: map[string]string{"motd": "hello", "secret": "xyz", "broken": ""},
		owner: map[string]string{"secret": "root"},
	}
	var errs []error
	for _, name := range args {
		text, err := s.read("guest", name)
		if err != nil {
			errs = append(errs, err)
			fmt.Println("error:", err, "code", exitCode(err), "denied", errors.Is(err, Denied))
			continue
		}
		fmt.Println(name, "=", text)
	}
	return errors.Join(errs...)
}

func main() {
	err := run([]string{"motd", "secret", "broken", "none"})
	fmt.Println(exitCode(err), exitCode(nil), exitCode(errors.New("x")), Code(3), Code(12))
	if err == nil {
		return
	}
	var oe *opError
	if errors.As(err, &oe) {
		fmt.Println("first:", oe.op, oe.Code, len(oe.detail))
	}
	os.Exit(exitCode(err))
}
