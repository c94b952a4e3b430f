package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

type Code int

const (
	NotFound Code = iota + 404
	Gone
	Teapot Code = 418
)

func (c Code) Error() string { return "code " + strconv.Itoa(int(c)) }

type OpError struct {
	Op  string
	Err error
}

func (e *OpError) Error() string { return e.Op + ": " + e.Err.Error() }
func (e *OpError) Unwrap() error { return e.Err }

type Temporary interface{ Temporary() bool }

type timeout struct{ error }

func (timeout) Temporary() bool { return true }

func step(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return NotFound
	case 2:
		return &OpError{"read", Teapot}
	case 3:
		return fmt.Errorf("wrapped: %w", &OpError{"open", os.ErrNotExist})
	case 4:
		return timeout{errors.New("slow")}
	case 5:
		_, err := strconv.ParseInt("12x", 10, 64)
		return err
	}
	return errors.Join(step(1), step(4))
}

func classify(err error) (kind string) {
	var (
		op   *OpError
		code Code
		temp Temporary
		num  *strconv.NumError
	)
	if errors.As(err, &op) {
		kind += "op:" + op.Op + " "
	}
	if errors.As(err, &code) {
		kind += fmt.Sprintf("code:%d ", code)
	}
	if errors.As(err, &temp) {
		kind += fmt.Sprint("temporary:", temp.Temporary(), " ")
	}
	if errors.As(err, &num) {
		kind += "num:" + num.Func + " " + num.Num + " "
	}
	if errors.Is(err, os.ErrNotExist) {
		kind += "missing "
	}
	return
}

func retry(times int, f func(int) error) (err error) {
	for i := 0; i < times; i++ {
		if err = f(i); err == nil {
			return nil
		}
		if t, ok := err.(Temporary); ok && t.Temporary() {
			fmt.Println("  retrying after", err)
			continue
		}
		return fmt.Errorf("attempt %d: %w", i, err)
	}
	return err
}

func main() {
	for i := range 7 {
		err := step(i)
		fmt.Printf("%d %q %v\n", i, fmt.Sprint(err), classify(err))
	}
	fmt.Println(retry(3, func(i int) error {
		if i < 2 {
			return step(4)
		}
		return step(0)
	}))
	fmt.Println(retry(3, func(i int) error { return step(2 - i) }))
	fmt.Println(errors.Is(step(2), Teapot), step(1) == NotFound, Gone)
}
